import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorCode, describeError } from './api-error.ts';

const failed = (status: number, code: ApiErrorCode, message = 'The server says why') =>
  new ApiError({ status, code, message });

describe('what to tell of a failed call', () => {
  it('is the sentence of the screen, or else that of the server, for what was refused', () => {
    const error = failed(404, 'NOT_FOUND');
    expect(describeError(error, 'Error fetching farms data!')).toEqual({
      kind: 'text',
      text: 'Error fetching farms data!',
    });
    expect(describeError(error)).toEqual({ kind: 'text', text: 'The server says why' });
  });

  it('is the sentence of internal errors for 5xx, whatever the screen would say', () => {
    for (const status of [500, 502, 503]) {
      expect(describeError(failed(status, 'INTERNAL_ERROR'), 'mine')).toEqual({ kind: 'internal' });
    }
  });

  it('is the same for an answer that cannot be read, and for our own faults', () => {
    expect(describeError(failed(200, 'UNREADABLE'))).toEqual({ kind: 'internal' });
    expect(describeError(new TypeError('x is undefined'))).toEqual({ kind: 'internal' });
    expect(describeError(failed(400, 'BAD_REQUEST', ''))).toEqual({ kind: 'internal' });
  });

  it('speaks of the network where no answer came, nor the code of a page', () => {
    expect(describeError(failed(0, 'NETWORK'), 'mine')).toEqual({ kind: 'network' });
    for (const words of [
      'Failed to fetch dynamically imported module: http://granary.example/assets/chart-page.js',
      'error loading dynamically imported module: http://granary.example/assets/chart-page.js',
      'Importing a module script failed.',
    ]) {
      expect(describeError(new TypeError(words))).toEqual({ kind: 'network' });
    }
    const styles = new Error('Unable to preload CSS for /assets/farm-map.css');
    expect(describeError(styles)).toEqual({ kind: 'network' });
  });
});
