import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorCode, describeError } from './api-error.ts';

const createError = (status: number, code: ApiErrorCode, message = 'Server message') =>
  new ApiError({ status, code, message });

describe('the message for a failed call', () => {
  it("is the screen's own message if the server rejected the call, or the server's if the screen has none", () => {
    const error = createError(404, 'NOT_FOUND');
    expect(describeError(error, 'Error fetching farms data!')).toEqual({
      kind: 'text',
      text: 'Error fetching farms data!',
    });
    expect(describeError(error)).toEqual({ kind: 'text', text: 'Server message' });
  });

  it('is the internal error for 5xx, even if the screen has its own message', () => {
    for (const status of [500, 502, 503]) {
      expect(describeError(createError(status, 'INTERNAL_ERROR'), 'mine')).toEqual({
        kind: 'internal',
      });
    }
  });

  it('is the internal error for an unreadable response and for bugs', () => {
    expect(describeError(createError(200, 'UNREADABLE'))).toEqual({ kind: 'internal' });
    expect(describeError(new TypeError('x is undefined'))).toEqual({ kind: 'internal' });
    expect(describeError(createError(400, 'BAD_REQUEST', ''))).toEqual({ kind: 'internal' });
  });

  it('is the network error if no response arrived or a module failed to load', () => {
    expect(describeError(createError(0, 'NETWORK'), 'mine')).toEqual({ kind: 'network' });
    for (const message of [
      'Failed to fetch dynamically imported module: http://granary.example/assets/chart-page.js',
      'error loading dynamically imported module: http://granary.example/assets/chart-page.js',
      'Importing a module script failed.',
    ]) {
      expect(describeError(new TypeError(message))).toEqual({ kind: 'network' });
    }
    const stylesError = new Error('Unable to preload CSS for /assets/farm-map.css');
    expect(describeError(stylesError)).toEqual({ kind: 'network' });
  });
});
