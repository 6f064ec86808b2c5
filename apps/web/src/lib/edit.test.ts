// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { type EditPorts, makeFieldRules, saveEdit } from './edit.ts';

interface Farm {
  readonly name: string;
  readonly city: string;
  readonly version: number;
}
type Values = Omit<Farm, 'version'>;

const openedFarm: Farm = { name: 'Home', city: 'Elm Creek', version: 4 };
const toValues = ({ name, city }: Farm): Values => ({ name, city });
const rules = makeFieldRules<Farm, Values>(['name', 'city'], toValues, (now, field) => now[field]);

const createApiError = (code: 'CONFLICT' | 'INVALID_INPUT') =>
  new ApiError({ status: code === 'CONFLICT' ? 409 : 422, code, message: 'No.' });

/**
 * Opens a form with a server that returns these responses in order; the user types `typed` before each
 * response arrives.
 */
function openEdit(
  responses: readonly (Farm | Error)[],
  { typed = {}, stored = openedFarm }: { typed?: Partial<Values>; stored?: Farm | Error } = {},
) {
  const form = { base: openedFarm, values: toValues(openedFarm), changes: {}, hasError: false };
  const requests: [Values, number][] = [];
  const ports: EditPorts<Farm, Values, Farm, keyof Values> = {
    send: async (values, { version }) => {
      const response = responses[requests.length];
      requests.push([values, version]);
      form.values = { ...form.values, ...typed };
      if (response === undefined) throw new Error('No responses left.');
      if (response instanceof Error) throw response;
      return response;
    },
    toEntity: (saved) => saved,
    reload: async () => {
      if (stored instanceof Error) throw stored;
      return stored;
    },
    getCurrentValues: () => form.values,
    rebaseForm: (base, values) => Object.assign(form, { base, values }),
    showChanges: (changed, conflicts) => Object.assign(form, { changes: { changed, conflicts } }),
    showError: () => Object.assign(form, { hasError: true }),
  };
  const save = (values: Partial<Values>) => {
    form.values = { ...form.values, ...values };
    return saveEdit(rules, ports, form.values, openedFarm);
  };
  return { form, sent: requests, save };
}

describe('a saved edit', () => {
  it('shows the saved values and keeps what was typed in the meantime', async () => {
    const saved = { name: 'Yard', city: 'Carman', version: 5 };
    const { form, save } = openEdit([saved], { typed: { city: 'Carman, MB' } });
    expect(await save({ name: ' Yard ', city: 'Carman' })).toBe(saved);
    expect(form).toMatchObject({ base: saved, values: { name: 'Yard', city: 'Carman, MB' } });
  });
});

describe("an edit after someone else's change", () => {
  const changedFarm = { name: 'Home', city: 'Morden', version: 5 };

  it('merges that change into the form and keeps everything typed so far', async () => {
    const { form, sent, save } = openEdit([createApiError('CONFLICT')], {
      stored: changedFarm,
      typed: { name: 'Yard 2' },
    });
    await expect(save({ name: 'Yard', city: 'Carman' })).rejects.toThrow('No.');
    expect(form).toMatchObject({
      base: changedFarm,
      values: { name: 'Yard 2', city: 'Carman' },
      hasError: false,
      changes: { changed: ['city'], conflicts: { city: 'Morden' } },
    });
    expect(sent).toHaveLength(1);
  });

  it('does not show a conflict in a field with the same value', async () => {
    const { form, save } = openEdit([createApiError('CONFLICT')], { stored: changedFarm });
    await expect(save({ name: 'Yard', city: 'Morden' })).rejects.toThrow('No.');
    expect(form.changes).toEqual({ changed: ['city'], conflicts: {} });
  });

  it("shows the other user's values in untouched fields", async () => {
    const { form, save } = openEdit([createApiError('CONFLICT')], { stored: changedFarm });
    await expect(save({ name: 'Yard' })).rejects.toThrow('No.');
    expect(form).toMatchObject({
      values: { name: 'Yard', city: 'Morden' },
      changes: { changed: ['city'], conflicts: {} },
    });
  });

  it("is sent again if the other change did not affect the form's fields", async () => {
    const saved = { name: 'Yard', city: 'Elm Creek', version: 6 };
    const { form, sent, save } = openEdit([createApiError('CONFLICT'), saved], {
      stored: { ...openedFarm, version: 5 },
      typed: { city: 'Carman' },
    });
    expect(await save({ name: 'Yard' })).toBe(saved);
    expect(sent).toEqual([
      [{ name: 'Yard', city: 'Elm Creek' }, 4],
      [{ name: 'Yard', city: 'Elm Creek' }, 5],
    ]);
    expect(form).toMatchObject({ base: saved, values: { name: 'Yard', city: 'Carman' } });
  });
});

describe('a rejected edit', () => {
  it.each([
    ['for an invalid value', createApiError('INVALID_INPUT'), openedFarm],
    ['for a reason unrelated to its version', createApiError('CONFLICT'), openedFarm],
    [
      'while the current state cannot be loaded',
      createApiError('CONFLICT'),
      new Error('No connection'),
    ],
  ])('%s stays in the form as typed', async (_, error, stored) => {
    const { form, save } = openEdit([error], { stored, typed: { name: 'Yard 2' } });
    await expect(save({ name: 'Yard' })).rejects.toBe(error);
    expect(form).toMatchObject({
      base: openedFarm,
      values: { name: 'Yard 2', city: 'Elm Creek' },
      changes: {},
      hasError: true,
    });
  });
});
