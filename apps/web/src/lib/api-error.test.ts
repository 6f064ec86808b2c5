import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorCode, describeError } from './api-error.ts';

const failed = (status: number, code: ApiErrorCode, message = 'The server says why') =>
  new ApiError({ status, code, message });

describe('the message of a failed call', () => {
  it("is the screen's own message, otherwise the server's, for a rejected call", () => {
    const error = failed(404, 'NOT_FOUND');
    expect(describeError(error, 'Error fetching farms data!')).toEqual({
      kind: 'text',
      text: 'Error fetching farms data!',
    });
    expect(describeError(error)).toEqual({ kind: 'text', text: 'The server says why' });
  });

  it('is the internal error for 5xx, even if the screen has its own message', () => {
    for (const status of [500, 502, 503]) {
      expect(describeError(failed(status, 'INTERNAL_ERROR'), 'mine')).toEqual({ kind: 'internal' });
    }
  });

  it('is the internal error for an unreadable response and for bugs', () => {
    expect(describeError(failed(200, 'UNREADABLE'))).toEqual({ kind: 'internal' });
    expect(describeError(new TypeError('x is undefined'))).toEqual({ kind: 'internal' });
    expect(describeError(failed(400, 'BAD_REQUEST', ''))).toEqual({ kind: 'internal' });
  });

  it('is the network error if no response or no code arrived', () => {
    expect(describeError(failed(0, 'NETWORK'), 'mine')).toEqual({ kind: 'network' });
    for (const message of [
      'Failed to fetch dynamically imported module: http://granary.example/assets/chart-page.js',
      'error loading dynamically imported module: http://granary.example/assets/chart-page.js',
      'Importing a module script failed.',
    ]) {
      expect(describeError(new TypeError(message))).toEqual({ kind: 'network' });
    }
    const styles = new Error('Unable to preload CSS for /assets/farm-map.css');
    expect(describeError(styles)).toEqual({ kind: 'network' });
  });
});
