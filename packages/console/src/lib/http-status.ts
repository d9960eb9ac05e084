const names: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  410: 'Gone',
  429: 'Too many requests',
  451: 'Unavailable for legal reasons',
  500: 'Internal server error',
  502: 'Bad gateway',
  503: 'Service unavailable',
  504: 'Gateway timeout',
};

/** Returns an HTTP status that says that something is wrong with its name, such as `404 Not found`. */
export function httpStatusText(status: number): string {
  return `${status} ${names[status] ?? (status < 500 ? 'Client error' : 'Server error')}`;
}
