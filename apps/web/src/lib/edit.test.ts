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

const opened: Farm = { name: 'Home', city: 'Elm Creek', version: 4 };
const valuesOf = ({ name, city }: Farm): Values => ({ name, city });
const rules = makeFieldRules<Farm, Values>(['name', 'city'], valuesOf, (now, field) => now[field]);

const refused = (code: 'CONFLICT' | 'INVALID_INPUT') =>
  new ApiError({ status: code === 'CONFLICT' ? 409 : 422, code, message: 'No.' });

/**
 * A form and a server that gives these answers in turn; the user types `types` before each answer.
 */
function editOf(
  answers: readonly (Farm | Error)[],
  { types = {}, stands = opened }: { types?: Partial<Values>; stands?: Farm | Error } = {},
) {
  const shown = { base: opened, values: valuesOf(opened), told: {}, refused: false };
  const sent: [Values, number][] = [];
  const ports: EditPorts<Farm, Values, Farm, keyof Values> = {
    send: async (values, { version }) => {
      const answer = answers[sent.length];
      sent.push([values, version]);
      shown.values = { ...shown.values, ...types };
      if (answer === undefined) throw new Error('No answer is left.');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    toSaved: (saved) => saved,
    reload: async () => {
      if (stands instanceof Error) throw stands;
      return stands;
    },
    currentValues: () => shown.values,
    rebaseForm: (base, values) => Object.assign(shown, { base, values }),
    showChanges: (changed, clashes) => Object.assign(shown, { told: { changed, clashes } }),
    showError: () => Object.assign(shown, { refused: true }),
  };
  const save = (values: Partial<Values>) => {
    shown.values = { ...shown.values, ...values };
    return saveEdit(rules, ports, shown.values, opened);
  };
  return { shown, sent, save };
}

describe('a saved edit', () => {
  it('shows the saved values and keeps what was typed since', async () => {
    const saved = { name: 'Yard', city: 'Carman', version: 5 };
    const { shown, save } = editOf([saved], { types: { city: 'Carman, MB' } });
    expect(await save({ name: ' Yard ', city: 'Carman' })).toBe(saved);
    expect(shown).toMatchObject({ base: saved, values: { name: 'Yard', city: 'Carman, MB' } });
  });
});

describe("an edit after someone else's change", () => {
  const theirs = { name: 'Home', city: 'Morden', version: 5 };

  it('is merged with their change and shows it, with everything typed so far', async () => {
    const { shown, sent, save } = editOf([refused('CONFLICT')], {
      ...{ stands: theirs, types: { name: 'Yard 2' } },
    });
    await expect(save({ name: 'Yard', city: 'Carman' })).rejects.toThrow('No.');
    expect(shown).toMatchObject({
      ...{ base: theirs, values: { name: 'Yard 2', city: 'Carman' }, refused: false },
      told: { changed: ['city'], clashes: { city: 'Morden' } },
    });
    expect(sent).toHaveLength(1);
  });

  it('shows no conflict in a field with the same value', async () => {
    const { shown, save } = editOf([refused('CONFLICT')], { stands: theirs });
    await expect(save({ name: 'Yard', city: 'Morden' })).rejects.toThrow('No.');
    expect(shown.told).toEqual({ changed: ['city'], clashes: {} });
  });

  it('takes their values for untouched fields', async () => {
    const { shown, save } = editOf([refused('CONFLICT')], { stands: theirs });
    await expect(save({ name: 'Yard' })).rejects.toThrow('No.');
    expect(shown).toMatchObject({
      ...{ values: { name: 'Yard', city: 'Morden' }, told: { changed: ['city'], clashes: {} } },
    });
  });

  it('is sent again if the form shows none of their changes', async () => {
    const saved = { name: 'Yard', city: 'Elm Creek', version: 6 };
    const { shown, sent, save } = editOf([refused('CONFLICT'), saved], {
      ...{ stands: { ...opened, version: 5 }, types: { city: 'Carman' } },
    });
    expect(await save({ name: 'Yard' })).toBe(saved);
    expect(sent).toEqual([
      [{ name: 'Yard', city: 'Elm Creek' }, 4],
      [{ name: 'Yard', city: 'Elm Creek' }, 5],
    ]);
    expect(shown).toMatchObject({ base: saved, values: { name: 'Yard', city: 'Carman' } });
  });
});

describe('a rejected edit', () => {
  it.each([
    ['for what it says', refused('INVALID_INPUT'), opened],
    ['for something else than its version', refused('CONFLICT'), opened],
    ['while nothing can be read', refused('CONFLICT'), new Error('No line')],
  ])('%s stays in the form as typed', async (_, error, stands) => {
    const { shown, save } = editOf([error], { stands, types: { name: 'Yard 2' } });
    await expect(save({ name: 'Yard' })).rejects.toBe(error);
    expect(shown).toMatchObject({
      ...{ base: opened, values: { name: 'Yard 2', city: 'Elm Creek' }, told: {}, refused: true },
    });
  });
});
