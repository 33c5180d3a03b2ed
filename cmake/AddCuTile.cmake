# The functions of find_package(CuTile); CuTileConfig.cmake lists their arguments.

# cutile_target_sources(TARGET [CPU | EMULATE] [ARCHITECTURES arch...] [OPTIONS option...] SOURCES file...)
#
# Compiles CUDA Tile C++ files with cutile++ and adds the objects, and the runtime that they need, to TARGET: for the GPU, or
# with CPU for the CPU, or with EMULATE for the emulator of GPU code. The include directories and definitions of TARGET, its
# C++ standard (20 or later), the build type and whether its code is position independent count for these files too.
# All files of one program are for the same of the three.
function(cutile_target_sources target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "CPU;EMULATE" "" "ARCHITECTURES;OPTIONS;SOURCES")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "cutile_target_sources(${target}): files are named after SOURCES; found '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT ARG_SOURCES)
    message(FATAL_ERROR "cutile_target_sources(${target}): no SOURCES")
  endif()
  if(ARG_CPU AND ARG_EMULATE)
    message(FATAL_ERROR "cutile_target_sources(${target}): CPU and EMULATE exclude each other")
  endif()

  set(property "$<TARGET_PROPERTY:${target}")
  set(directories "${property},INCLUDE_DIRECTORIES>")
  set(definitions "${property},COMPILE_DEFINITIONS>")
  set(standard "$<IF:$<BOOL:${property},CXX_STANDARD>>,${property},CXX_STANDARD>,20>")
  set(flags
    "--cuda-path=${CuTile_CUDA_PATH}"
    "-std=c++${standard}"
    "$<$<CONFIG:Debug>:-O0;-g>"
    "$<$<CONFIG:Release>:-O3;-DNDEBUG>"
    "$<$<CONFIG:RelWithDebInfo>:-O2;-g;-DNDEBUG>"
    "$<$<CONFIG:MinSizeRel>:-Os;-DNDEBUG>"
    "$<$<BOOL:${property},POSITION_INDEPENDENT_CODE>>:-fPIC>"
    "$<$<BOOL:${directories}>:-I$<JOIN:${directories},;-I>>"
    "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>")
  if(ARG_CPU)
    list(PREPEND flags --cpu)
    set(runtime CuTile::cpu_runtime)
  elseif(ARG_EMULATE)
    list(PREPEND flags --emulate)
    set(runtime CuTile::emulator)
  else()
    set(runtime CuTile::cudart)
  endif()
  foreach(architecture IN LISTS ARG_ARCHITECTURES)
    list(APPEND flags "--cuda-gpu-arch=${architecture}")
  endforeach()
  list(APPEND flags ${ARG_OPTIONS})

  set(objects)
  foreach(source IN LISTS ARG_SOURCES)
    get_filename_component(source "${source}" ABSOLUTE)
    file(RELATIVE_PATH name "${CMAKE_CURRENT_SOURCE_DIR}" "${source}")
    string(REPLACE "../" "__/" name "${name}")
    set(object "${CMAKE_CURRENT_BINARY_DIR}/cutile.${target}.dir/${name}.o")
    get_filename_component(folder "${object}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    add_custom_command(
      OUTPUT "${object}"
      COMMAND "${CuTile_COMPILER}" "${flags}" -x cuda -c "${source}" -MD -MF "${object}.d" -MQ "${object}" -o "${object}"
      DEPENDS "${source}" "${CuTile_COMPILER}" "${CuTile_LIBRARY_DIR}/libcutile.so"
      DEPFILE "${object}.d"
      COMMENT "Compiling CUDA Tile C++ ${name}"
      COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND objects "${object}")
  endforeach()
  set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  target_sources(${target} PRIVATE ${objects})
  target_link_libraries(${target} PRIVATE ${runtime})
  get_target_property(language ${target} LINKER_LANGUAGE)
  if(NOT language)
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  endif()
endfunction()

# cutile_add_executable(TARGET [CPU | EMULATE] [ARCHITECTURES arch...] [OPTIONS option...] SOURCES file...)
#
# An executable of the files; those that end in .cu are compiled as cutile_target_sources does.
function(cutile_add_executable target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "CPU;EMULATE" "" "ARCHITECTURES;OPTIONS;SOURCES")
  set(kind)
  if(ARG_CPU)
    list(APPEND kind CPU)
  endif()
  if(ARG_EMULATE)
    list(APPEND kind EMULATE)
  endif()
  set(others ${ARG_SOURCES})
  list(FILTER others EXCLUDE REGEX "\\.cu$")
  list(FILTER ARG_SOURCES INCLUDE REGEX "\\.cu$")
  add_executable(${target} ${others})
  cutile_target_sources(${target} ${kind} ${ARG_UNPARSED_ARGUMENTS} ARCHITECTURES ${ARG_ARCHITECTURES} OPTIONS ${ARG_OPTIONS} SOURCES ${ARG_SOURCES})
endfunction()
