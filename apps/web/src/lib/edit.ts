import { isConflict } from './api-error.ts';

/** What rises with every change; a write carries the version it was read at. */
export interface Versioned {
  readonly version: number;
}

/** How a thing that others may change too is put into a form, and put on top of what they did. */
export interface EditRules<Thing extends Versioned, Values, Change> {
  valuesOf(thing: Thing): Values;
  /**
   * Puts `now` under what is typed: what does not differ from `from` takes the new values, the rest
   * stays. `from` was filled in or submitted while the thing was as in `base`.
   */
  rebased(typed: Values, from: Values, base: Thing, now: Thing): Values;
  /** What the form shows of it that somebody else changed. */
  changes(base: Thing, now: Thing): readonly Change[];
  /** What somebody else made of the fields that were typed in here too, in words, by their paths. */
  clashes(typed: Values, base: Thing, now: Thing): Readonly<Record<string, string>>;
}

/** The form, and the calls, that an edit needs. */
export interface EditPorts<Thing extends Versioned, Values, Answer, Change> {
  send(values: Values, base: Thing): Promise<Answer>;
  savedIn(answer: Answer): Thing;
  readAnew(): Promise<Thing>;
  /** What stands in the form at this moment. */
  typed(): Values;
  /** Puts another state of the thing under the form, and values into it. */
  take(now: Thing, values: Values): void;
  /** Shows what else was changed meanwhile, and beside their fields how those stand now. */
  tell(changed: readonly Change[], clashes: Readonly<Record<string, string>>): void;
  /** Shows what the server said of it. */
  refuse(error: unknown): void;
}

/**
 * Saves what was submitted. What is typed while that is under way stays, whatever the answer. Where
 * somebody else was faster, their state is put under the form and told, and the error thrown; where
 * they changed nothing that the form shows, it is sent again on top of theirs.
 */
export async function saveEdit<Thing extends Versioned, Values, Answer, Change>(
  rules: EditRules<Thing, Values, Change>,
  ports: EditPorts<Thing, Values, Answer, Change>,
  submitted: Values,
  base: Thing,
): Promise<Answer> {
  const outcome = await attempt(() => ports.send(submitted, base));
  if ('answer' in outcome) {
    const saved = ports.savedIn(outcome.answer);
    ports.take(saved, rules.rebased(ports.typed(), submitted, base, saved));
    return outcome.answer;
  }
  const { error } = outcome;
  // Where it cannot be read, what the server said of the edit stands.
  const now = isConflict(error) ? await ports.readAnew().catch(() => null) : null;
  if (now === null || now.version === base.version) {
    ports.refuse(error);
    throw error;
  }
  const [typed, from] = [ports.typed(), rules.valuesOf(base)];
  const changed = rules.changes(base, now);
  ports.take(now, rules.rebased(typed, from, base, now));
  if (changed.length === 0) {
    return saveEdit(rules, ports, rules.rebased(submitted, from, base, now), now);
  }
  ports.tell(changed, rules.clashes(typed, base, now));
  throw error;
}

/** The fields among these in which two states of a form differ. */
export function differing<Values, Field extends keyof Values>(
  fields: readonly Field[],
  one: Values,
  other: Values,
): Field[] {
  return fields.filter((field) => one[field] !== other[field]);
}

/** The rules of a thing whose form holds plain fields, independent of each other. */
export function plainRules<Thing extends Versioned, Values extends object>(
  fields: readonly (keyof Values & string)[],
  valuesOf: (thing: Thing) => Values,
  say: (now: Values, field: keyof Values & string) => string,
): EditRules<Thing, Values, keyof Values & string> {
  const changes = (base: Thing, now: Thing) => differing(fields, valuesOf(base), valuesOf(now));
  return {
    valuesOf,
    changes,
    rebased: (typed, from, _, now) => rebasedFields(fields, typed, from, valuesOf(now)),
    clashes: (typed, base, now) => {
      // Where both wrote the same, there is nothing to choose between.
      const mine = differing(changes(base, now), typed, valuesOf(base)).filter(
        (field) => typed[field] !== valuesOf(now)[field],
      );
      return Object.fromEntries(mine.map((field) => [field, say(valuesOf(now), field)]));
    },
  };
}

/** What was left alone takes the new values, what was typed stays. */
export function rebasedFields<Values extends object>(
  fields: readonly (keyof Values)[],
  typed: Values,
  before: Values,
  now: Values,
): Values {
  const kept = differing(fields, typed, before);
  return { ...now, ...Object.fromEntries(kept.map((field) => [field, typed[field]])) };
}

async function attempt<Answer>(
  act: () => Promise<Answer>,
): Promise<{ readonly answer: Answer } | { readonly error: unknown }> {
  try {
    return { answer: await act() };
  } catch (error) {
    return { error };
  }
}
