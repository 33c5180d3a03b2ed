# cutile_add_library(NAME sources... DEPENDS other cutile libraries...)
#
# A static library of the compiler. DEPENDS states the layering: a library links, and sees the headers of, what it names.
function(cutile_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Werror -Wno-unused-parameter -fno-rtti -fvisibility-inlines-hidden)
  target_include_directories(${target} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/include ${CMAKE_BINARY_DIR}/include)
 
endfunction()

function(cutile_add_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  cutile_compile_options(${name})
  if(ARG_DEPENDS)
    target_link_libraries(${name} PUBLIC ${ARG_DEPENDS})
  endif()
  add_dependencies(${name} CuTileTableGen)
endfunction()
