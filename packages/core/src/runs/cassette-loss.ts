/** Media type of the artifacts `cassette_run` that say what of a recording is lost; those of whole recordings are JSON. */
export const lossType = 'text/plain';
