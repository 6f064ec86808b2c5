import { describe, expect, it, vi } from 'vitest';
import { ApiError, type ApiErrorCode } from '../../lib/api-error.ts';
import { renderMarkup } from '../../lib/render.fixture.tsx';
import { useCommandErrorMessage } from './use-command-error.ts';

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});

function Message({ error }: { readonly error: unknown }) {
  return <>{useCommandErrorMessage()(error)}</>;
}

const failure = (status: number, code: ApiErrorCode, message = '') =>
  renderMarkup(<Message error={new ApiError({ status, code, message })} />);

describe('the error of a fan command', () => {
  it('has the text of the specification', () => {
    expect(failure(409, 'CONFLICT', 'Locked out.')).toContain(
      'Failed to update fan status: Locked out.',
    );
    expect(failure(500, 'INTERNAL_ERROR')).toContain('An error occurred. Please try again.');
    expect(failure(0, 'NETWORK')).toContain('An error occurred. Please try again.');
    expect(failure(404, 'NOT_FOUND')).toContain('Missing bin information');
  });
});
