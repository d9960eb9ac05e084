/** Most entries of an `error_code_mapping`, of a request, a workflow or a block. */
export const maximumErrorCodes = 100;
