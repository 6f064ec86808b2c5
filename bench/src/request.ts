import { Agent, get } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Reuses connections as browsers do. */
const agent = new Agent({ keepAlive: true });
const headers = { 'accept-encoding': 'gzip' };

/** Requests a URL with a token; returns the compressed response. */
export function requestCompressed(url: string, token: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const authorization = `Bearer ${token}`;
    get(url, { agent, headers: { ...headers, authorization } }, (response) => {
      if (response.statusCode === 200) buffer(response).then(resolve, reject);
      else reject(new Error(`${url} returned ${response.statusCode}.`));
    }).on('error', reject);
  });
}
