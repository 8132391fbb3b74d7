# sotto_embed(FOLDER files...)
#
# Files of src/FOLDER become constants of the program: embedded::find("page/index.html") in
# FOLDER/embedded.h. The .cc that holds them is made anew when one of them changes.
function(sotto_embed folder)
  set(out ${PROJECT_BINARY_DIR}/embedded/${folder}.cc)
  list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/src/${folder}/ OUTPUT_VARIABLE paths)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DFOLDER=${folder} "-DFILES=${ARGN}"
            -DROOT=${PROJECT_SOURCE_DIR}/src/${folder} -P ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake
    DEPENDS ${paths} ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake VERBATIM)
  target_sources(sotto_${folder} PRIVATE ${out})
endfunction()
