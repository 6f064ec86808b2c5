import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { shouldRetry } from './query-client.ts';

const failed = (status: number) => new ApiError({ status, code: 'INTERNAL_ERROR', message: '' });

describe('a failed query', () => {
  it('is tried once more', () => {
    expect(shouldRetry(0, failed(500))).toBe(true);
    expect(shouldRetry(0, failed(0))).toBe(true);
    expect(shouldRetry(1, failed(500))).toBe(false);
  });

  it('is not tried again where the server refused it', () => {
    expect(shouldRetry(0, failed(404))).toBe(false);
  });
});
