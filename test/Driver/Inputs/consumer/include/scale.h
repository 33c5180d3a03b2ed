void scale(float *Data, int Count);
