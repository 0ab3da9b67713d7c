# libwend.so: the functions of wend.h and nothing else, with all that they need inside.
add_library(wend_shared SHARED)
set_target_properties(wend_shared PROPERTIES OUTPUT_NAME wend VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
                                             LINKER_LANGUAGE CXX EXPORT_NAME shared)
target_sources(wend_shared PRIVATE ${PROJECT_BINARY_DIR}/shared_library.cpp)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/shared_library.cpp CONTENT "// All of it comes from the library of src/c.\n")
target_link_libraries(wend_shared PRIVATE $<BUILD_INTERFACE:$<LINK_LIBRARY:WHOLE_ARCHIVE,wend_c>>)
target_link_options(wend_shared PRIVATE -Wl,--as-needed
                                        -Wl,--version-script=${PROJECT_SOURCE_DIR}/src/c/exported.map)
set_target_properties(wend_shared PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/src/c/exported.map)
target_include_directories(wend_shared INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                 $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
add_library(wend::shared ALIAS wend_shared)
