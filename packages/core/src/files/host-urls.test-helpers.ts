import type { HostUrls } from '../api/urls.ts';

/** URLs of a host whose routes are not those of the HTTP API; only the run `wr_1` has a page. */
export const hostUrls: HostUrls = {
  publicUrl: 'http://host:1/',
  artifactPath: (id) => `/pictures/${id}`,
  filePath: (id) => `/documents/${id}`,
  runPath: (id) => (id === 'wr_1' ? `/progress/${id}` : null),
  servedObject(path) {
    const [, folder, id = ''] = path.split('/');
    if (folder === 'pictures') return { type: 'artifact', id };
    return folder === 'documents' ? { type: 'file', id } : null;
  },
};
