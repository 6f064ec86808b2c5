import { isConflict } from './api-error.ts';

/**
 * An entity with a version, which is incremented on every change; a write sends the version that was read.
 */
export interface Versioned {
  readonly version: number;
}

/** The rules for converting an entity to form values and for merging two users' edits. */
export interface EditRules<Entity extends Versioned, Values, Change> {
  toValues(entity: Entity): Values;
  /**
   * Merges `latest` into the typed values: fields equal to `initialValues` take the new values, the others
   * stay. `initialValues` were filled in or submitted when the entity was `base`.
   */
  rebase(typed: Values, initialValues: Values, base: Entity, latest: Entity): Values;
  /** The changes by someone else that the form shows. */
  findChanges(base: Entity, latest: Entity): readonly Change[];
  /** Texts for fields that both users changed, by path. */
  findConflicts(typed: Values, base: Entity, latest: Entity): Readonly<Record<string, string>>;
}

/** The form and the calls that an edit needs. */
export interface EditPorts<Entity extends Versioned, Values, Result, Change> {
  send(values: Values, base: Entity): Promise<Result>;
  toEntity(result: Result): Entity;
  reload(): Promise<Entity>;
  getCurrentValues(): Values;
  /** Makes `latest` the base of the form, and fills in these values. */
  rebaseForm(latest: Entity, values: Values): void;
  /** Shows the other user's changes, and the new value beside each conflicting field. */
  showChanges(changes: readonly Change[], conflicts: Readonly<Record<string, string>>): void;
  showError(error: unknown): void;
}

/**
 * Saves the submitted values and keeps what the user types while they are sent. If someone else saved first,
 * their state becomes the base of the form, their changes are shown and the error is thrown. If they changed
 * nothing that the form shows, the values are merged into their state and sent again.
 */
export async function saveEdit<Entity extends Versioned, Values, Result, Change>(
  rules: EditRules<Entity, Values, Change>,
  ports: EditPorts<Entity, Values, Result, Change>,
  submittedValues: Values,
  base: Entity,
): Promise<Result> {
  const outcome = await attempt(() => ports.send(submittedValues, base));
  if ('result' in outcome) {
    const savedEntity = ports.toEntity(outcome.result);
    ports.rebaseForm(
      savedEntity,
      rules.rebase(ports.getCurrentValues(), submittedValues, base, savedEntity),
    );
    return outcome.result;
  }
  const { error } = outcome;
  // If the latest state cannot be loaded, the error of the failed save is shown.
  const latest = isConflict(error) ? await ports.reload().catch(() => null) : null;
  if (latest === null || latest.version === base.version) {
    ports.showError(error);
    throw error;
  }
  const [typedValues, initialValues] = [ports.getCurrentValues(), rules.toValues(base)];
  const changes = rules.findChanges(base, latest);
  ports.rebaseForm(latest, rules.rebase(typedValues, initialValues, base, latest));
  if (changes.length === 0) {
    return saveEdit(
      rules,
      ports,
      rules.rebase(submittedValues, initialValues, base, latest),
      latest,
    );
  }
  ports.showChanges(changes, rules.findConflicts(typedValues, base, latest));
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
  describeField: (latestValues: Values, field: keyof Values & string) => string,
): EditRules<Entity, Values, keyof Values & string> {
  const listChanges = (base: Entity, latest: Entity) =>
    findChangedFields(fields, toValues(base), toValues(latest));
  return {
    toValues,
    findChanges: listChanges,
    rebase: (typed, initialValues, _, latest) =>
      rebaseFields(fields, typed, initialValues, toValues(latest)),
    findConflicts: (typed, base, latest) => {
      // A field in which both users typed the same value has no conflict.
      const conflictFields = findChangedFields(
        listChanges(base, latest),
        typed,
        toValues(base),
      ).filter((field) => typed[field] !== toValues(latest)[field]);
      return Object.fromEntries(
        conflictFields.map((field) => [field, describeField(toValues(latest), field)]),
      );
    },
  };
}

/** Merges field by field: untouched fields take the new values, edited fields keep the user's. */
export function rebaseFields<Values extends object>(
  fields: readonly (keyof Values)[],
  typed: Values,
  initialValues: Values,
  latestValues: Values,
): Values {
  const editedFields = findChangedFields(fields, typed, initialValues);
  return {
    ...latestValues,
    ...Object.fromEntries(editedFields.map((field) => [field, typed[field]])),
  };
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
