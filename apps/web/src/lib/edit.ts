import { isConflict } from './api-error.ts';

/** The version is incremented on every change; a write sends the version that was read. */
export interface Versioned {
  readonly version: number;
}

/** How an entity becomes form values, and how two users' edits are merged. */
export interface EditRules<Entity extends Versioned, Values, Change> {
  toValues(entity: Entity): Values;
  /**
   * Merges `now` into the typed values: fields equal to `from` take the new values, the others stay.
   * `from` are the values that were filled in or submitted when the entity was `base`.
   */
  rebase(typed: Values, from: Values, base: Entity, now: Entity): Values;
  /** The changes by someone else that the form shows. */
  findChanges(base: Entity, now: Entity): readonly Change[];
  /** Texts for fields that both users changed, by path. */
  findConflicts(typed: Values, base: Entity, now: Entity): Readonly<Record<string, string>>;
}

/** The form and the calls that an edit needs. */
export interface EditPorts<Entity extends Versioned, Values, Result, Change> {
  send(values: Values, base: Entity): Promise<Result>;
  toSaved(result: Result): Entity;
  reload(): Promise<Entity>;
  currentValues(): Values;
  /** Makes `now` the base of the form, with these values in it. */
  rebaseForm(now: Entity, values: Values): void;
  /** Shows the other user's changes, and the new value beside each conflicting field. */
  showChanges(changed: readonly Change[], conflicts: Readonly<Record<string, string>>): void;
  showError(error: unknown): void;
}

/**
 * Saves the submitted values and keeps what the user types while they are sent. If someone else saved
 * first, their state becomes the base of the form, their changes are shown and the error is thrown.
 * If they changed nothing that the form shows, the values are sent again on top of theirs.
 */
export async function saveEdit<Entity extends Versioned, Values, Result, Change>(
  rules: EditRules<Entity, Values, Change>,
  ports: EditPorts<Entity, Values, Result, Change>,
  submitted: Values,
  base: Entity,
): Promise<Result> {
  const outcome = await attempt(() => ports.send(submitted, base));
  if ('result' in outcome) {
    const saved = ports.toSaved(outcome.result);
    ports.rebaseForm(saved, rules.rebase(ports.currentValues(), submitted, base, saved));
    return outcome.result;
  }
  const { error } = outcome;
  // If the new state cannot be read either, the server's first error is shown.
  const now = isConflict(error) ? await ports.reload().catch(() => null) : null;
  if (now === null || now.version === base.version) {
    ports.showError(error);
    throw error;
  }
  const [typed, from] = [ports.currentValues(), rules.toValues(base)];
  const changed = rules.findChanges(base, now);
  ports.rebaseForm(now, rules.rebase(typed, from, base, now));
  if (changed.length === 0) {
    return saveEdit(rules, ports, rules.rebase(submitted, from, base, now), now);
  }
  ports.showChanges(changed, rules.findConflicts(typed, base, now));
  throw error;
}

/** Lists the fields in which two states of a form differ. */
export function findChangedFields<Values, Field extends keyof Values>(
  fields: readonly Field[],
  one: Values,
  other: Values,
): Field[] {
  return fields.filter((field) => one[field] !== other[field]);
}

/** Rules for a form of plain fields that do not depend on each other. */
export function makeFieldRules<Entity extends Versioned, Values extends object>(
  fields: readonly (keyof Values & string)[],
  toValues: (entity: Entity) => Values,
  describeField: (now: Values, field: keyof Values & string) => string,
): EditRules<Entity, Values, keyof Values & string> {
  const listChanges = (base: Entity, now: Entity) =>
    findChangedFields(fields, toValues(base), toValues(now));
  return {
    toValues,
    findChanges: listChanges,
    rebase: (typed, from, _, now) => rebaseFields(fields, typed, from, toValues(now)),
    findConflicts: (typed, base, now) => {
      // Where both users typed the same value there is no conflict.
      const conflictFields = findChangedFields(
        listChanges(base, now),
        typed,
        toValues(base),
      ).filter((field) => typed[field] !== toValues(now)[field]);
      return Object.fromEntries(
        conflictFields.map((field) => [field, describeField(toValues(now), field)]),
      );
    },
  };
}

/** Merges field by field: untouched fields take the new values, typed ones stay. */
export function rebaseFields<Values extends object>(
  fields: readonly (keyof Values)[],
  typed: Values,
  before: Values,
  now: Values,
): Values {
  const editedFields = findChangedFields(fields, typed, before);
  return { ...now, ...Object.fromEntries(editedFields.map((field) => [field, typed[field]])) };
}

async function attempt<Result>(
  action: () => Promise<Result>,
): Promise<{ readonly result: Result } | { readonly error: unknown }> {
  try {
    return { result: await action() };
  } catch (error) {
    return { error };
  }
}
