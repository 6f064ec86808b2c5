import type { Section } from '@granary/contract/bins/settings';
import { describe, expect, it, vi } from 'vitest';
import { ApiError, type FieldProblem } from '../../../../lib/api-error.ts';
import { renderMarkup } from '../../../../lib/render.fixture.tsx';
import { useBinFormError, useSectionError } from './use-save-errors.ts';

// The session module reads storage when it is imported.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));

const refused = (status: number, message: string, fields: FieldProblem[] = []) =>
  new ApiError({ status, code: status >= 500 ? 'INTERNAL_ERROR' : 'BAD_REQUEST', message, fields });
const unanswered = new ApiError({ status: 0, code: 'NETWORK', message: 'No answer' });
const network = 'Connection error. Please check your network and try again.';

/** The text of the markup without its style sheets. */
const textOf = (markup: string) => markup.replace(/<style.*<\/style>/s, '');

describe('the whole form that was not saved', () => {
  function Sentence({ error }: { readonly error: unknown }) {
    return useBinFormError()(error);
  }
  const said = (error: unknown) => textOf(renderMarkup(<Sentence error={error} />));

  it('says what the server said, or that the fields are to be checked', () => {
    expect(said(refused(409, 'In use on another farm.'))).toBe('In use on another farm.');
    expect(said(refused(400, ''))).toBe('Validation error. Please check the form fields.');
    expect(said(refused(499, ''))).toBe('Validation error. Please check the form fields.');
  });

  it('says that the server failed, or did not answer', () => {
    expect(said(refused(500, 'Oops'))).toBe('Server error. Please contact system administrator.');
    expect(said(unanswered)).toBe(network);
  });
});

describe('a section that was not saved', () => {
  function Sentence({ section, error }: { readonly section: Section; readonly error: unknown }) {
    return useSectionError(section)(error);
  }
  const said = (section: Section, error: unknown) =>
    textOf(renderMarkup(<Sentence section={section} error={error} />));

  it('says what is wrong with its fields, each once, else what the server said', () => {
    const fields = ['Too high', 'Too low', 'Too high'].map((message) => ({ path: '', message }));
    expect(said('alerts', refused(422, 'Please check.', fields))).toBe('Too high Too low');
    expect(said('fan', refused(403, 'You are not allowed to do this.'))).toBe(
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
  ] as const)('of the %s says %s where nothing else is said', (section, sentence) => {
    expect(said(section, refused(400, ''))).toBe(sentence);
    expect(said(section, unanswered)).toBe(`${sentence}. ${network}`);
  });
});
