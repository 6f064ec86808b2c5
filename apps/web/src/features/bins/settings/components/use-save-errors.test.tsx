import type { SettingsSectionName } from '@granary/contract/bins/settings';
import { describe, expect, it, vi } from 'vitest';
import { ApiError, type FieldProblem } from '../../../../lib/api-error.ts';
import { renderMarkup } from '../../../../lib/render.fixture.tsx';
import { useBinFormErrorMessage, useSectionErrorMessage } from './use-save-errors.ts';

// The session module reads storage when it is imported.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));

const createError = (status: number, message: string, fields: FieldProblem[] = []) =>
  new ApiError({ status, code: status >= 500 ? 'INTERNAL_ERROR' : 'BAD_REQUEST', message, fields });
const networkError = new ApiError({ status: 0, code: 'NETWORK', message: 'No response' });
const networkMessage = 'Connection error. Please check your network and try again.';

/** Removes the style sheets from the markup. */
const stripStyles = (markup: string) => markup.replace(/<style.*<\/style>/s, '');

describe('an error in the whole form', () => {
  function ErrorMessage({ error }: { readonly error: unknown }) {
    return useBinFormErrorMessage()(error);
  }
  const renderMessage = (error: unknown) =>
    stripStyles(renderMarkup(<ErrorMessage error={error} />));

  it("shows the server's message, or asks the user to check the fields", () => {
    expect(renderMessage(createError(409, 'In use on another farm.'))).toBe(
      'In use on another farm.',
    );
    expect(renderMessage(createError(400, ''))).toBe(
      'Validation error. Please check the form fields.',
    );
    expect(renderMessage(createError(499, ''))).toBe(
      'Validation error. Please check the form fields.',
    );
  });

  it('reports a server error, or a missing response', () => {
    expect(renderMessage(createError(500, 'Oops'))).toBe(
      'Server error. Please contact system administrator.',
    );
    expect(renderMessage(networkError)).toBe(networkMessage);
  });
});

describe('an error in a section', () => {
  function ErrorMessage({
    section,
    error,
  }: {
    readonly section: SettingsSectionName;
    readonly error: unknown;
  }) {
    return useSectionErrorMessage(section)(error);
  }
  const renderMessage = (section: SettingsSectionName, error: unknown) =>
    stripStyles(renderMarkup(<ErrorMessage section={section} error={error} />));

  it("lists each field error once, or shows the server's message", () => {
    const fields = ['Too high', 'Too low', 'Too high'].map((message) => ({ path: '', message }));
    expect(renderMessage('alerts', createError(422, 'Please check.', fields))).toBe(
      'Too high Too low',
    );
    expect(renderMessage('fan', createError(403, 'You are not allowed to do this.'))).toBe(
      'You are not allowed to do this.',
    );
  });

  it.each([
    ['general', 'Failed to update general settings'],
    ['alerts', 'Failed to update alerts'],
    ['firmware', 'Failed to update firmware settings'],
    ['inventory', 'Error updating inventory settings'],
    ['fan', 'Error updating fan settings'],
    ['cables', 'Error updating cable management settings'],
  ] as const)('(%s) falls back to %s', (section, sentence) => {
    expect(renderMessage(section, createError(400, ''))).toBe(sentence);
    expect(renderMessage(section, networkError)).toBe(`${sentence}. ${networkMessage}`);
  });
});
