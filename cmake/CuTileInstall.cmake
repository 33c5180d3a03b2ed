# What `cmake --install` lays out below the prefix beside the targets, which each folder installs itself. The plugin finds the
# headers in ../include, and cutile++ the plugin and the runtimes in ../lib: the tree may be moved.
include(CMakePackageConfigHelpers)

set(CMAKE_INSTALL_BINDIR bin)
set(CMAKE_INSTALL_LIBDIR lib)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/CuTile)

install(DIRECTORY include/cutile/api DESTINATION include/cutile FILES_MATCHING PATTERN "*.h")
install(DIRECTORY include/crt DESTINATION include)
install(FILES include/cuda_tile.h include/cuda_tf32.h DESTINATION include)
install(FILES README.md DESTINATION share/doc/cutile)
install(DIRECTORY docs/ DESTINATION share/doc/cutile/docs FILES_MATCHING PATTERN "*.md")
install(DIRECTORY examples/ DESTINATION share/doc/cutile/examples FILES_MATCHING PATTERN "*.cu")

configure_package_config_file(cmake/CuTileConfig.cmake.in ${CMAKE_BINARY_DIR}/CuTileConfig.cmake
  INSTALL_DESTINATION ${package_dir} PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/CuTileConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/CuTileConfig.cmake ${CMAKE_BINARY_DIR}/CuTileConfigVersion.cmake cmake/AddCuTile.cmake
  DESTINATION ${package_dir})
