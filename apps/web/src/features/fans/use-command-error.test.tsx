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

const renderError = (status: number, code: ApiErrorCode, message = '') =>
  renderMarkup(<Message error={new ApiError({ status, code, message })} />);

describe('the error from a fan command', () => {
  it('has the text from the specification', () => {
    expect(renderError(409, 'CONFLICT', 'Locked out.')).toContain(
      'Failed to update fan status: Locked out.',
    );
    expect(renderError(500, 'INTERNAL_ERROR')).toContain('An error occurred. Please try again.');
    expect(renderError(0, 'NETWORK')).toContain('An error occurred. Please try again.');
    expect(renderError(404, 'NOT_FOUND')).toContain('Missing bin information');
  });
});
