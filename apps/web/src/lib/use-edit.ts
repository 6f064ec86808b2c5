import type { UseFormReturnType } from '@mantine/form';
import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { type EditPorts, type EditRules, saveEdit, type Versioned } from './edit.ts';

type FormPort<Values extends object> = Pick<
  UseFormReturnType<Values>,
  'getValues' | 'setValues' | 'setInitialValues' | 'setErrors' | 'clearErrors'
>;

interface EditOptions<Entity extends Versioned, Values extends object, Result, Change>
  extends Pick<EditPorts<Entity, Values, Result, Change>, 'send' | 'toEntity' | 'reload'> {
  readonly form: FormPort<Values>;
  /** The state that the form started from; the form is also validated against it. */
  readonly base: readonly [Entity, Dispatch<SetStateAction<Entity>>];
  readonly rules: EditRules<Entity, Values, Change>;
  /** The query that receives newer states of the entity. */
  readonly watchedKey: QueryKey;
  /** Picks the entity from that query's data, if the data contains more. */
  readonly selectWatched?: (data: unknown) => Entity | undefined;
  /** Whether a newer state must be shown as a conflict on save instead of being merged at once. */
  readonly mustShowChanges: (typed: Values, base: Entity, latest: Entity) => boolean;
  /** The server's field errors for a failed save, by path. */
  readonly toFieldErrors: (error: unknown) => Readonly<Record<string, string>>;
  /** Moves the focus to the first of these fields. */
  readonly focus: (errors: Readonly<Record<string, string>>) => void;
}

/**
 * Edits an entity that others may change at the same time. Untouched fields take the new values, edited fields
 * keep what the user typed, and the changes are shown. A save never overwrites a change that the user has not
 * seen.
 */
export function useEdit<Entity extends Versioned, Values extends object, Result, Change>(
  options: EditOptions<Entity, Values, Result, Change>,
) {
  const { form, rules } = options;
  const [base, setBase] = options.base;
  const [changes, setChanges] = useState<readonly Change[]>([]);
  const rebaseForm = (latestEntity: Entity, values: Values) => {
    setBase(latestEntity);
    form.setInitialValues(rules.toValues(latestEntity));
    form.setValues(values);
  };
  const setErrors = (errors: Readonly<Record<string, string>>) => {
    form.setErrors(errors);
    options.focus(errors);
  };
  const showChanges = (changes: readonly Change[], conflicts: Readonly<Record<string, string>>) => {
    setErrors(conflicts);
    setChanges(changes);
  };
  const showError = (error: unknown) => setErrors(options.toFieldErrors(error));
  const ports = {
    ...options,
    getCurrentValues: form.getValues,
    rebaseForm,
    showChanges,
    showError,
  };
  const saving = useMutation({
    mutationFn: (values: Values) => saveEdit(rules, ports, values, base),
  });
  // Without a selector, the query's data is the entity itself.
  const { selectWatched = (data) => data as Entity } = options;
  useQueryUpdates(options.watchedKey, (data) => {
    const latestEntity = selectWatched(data);
    if (latestEntity === undefined) return;
    const typed = form.getValues();
    if (saving.isPending) return;
    if (latestEntity.version === base.version) {
      // Update the base anyway: a board request's progress changes the entity but not its version.
      setBase(latestEntity);
      return;
    }
    if (!options.mustShowChanges(typed, base, latestEntity)) {
      rebaseForm(latestEntity, rules.rebase(typed, rules.toValues(base), base, latestEntity));
    }
  });
  const save = (values: Values, onDone?: () => void) => {
    setChanges([]);
    saving.mutate(values, { ...(onDone !== undefined && { onSuccess: onDone }) });
  };
  const discard = () => {
    setChanges([]);
    saving.reset();
    form.clearErrors();
    form.setValues(rules.toValues(base));
  };
  return { changes, saving, save, discard };
}

function useQueryUpdates(key: QueryKey, onData: (data: unknown) => void): void {
  const client = useQueryClient();
  const hash = hashKey(key);
  useEffect(() =>
    client.getQueryCache().subscribe(({ type, query }) => {
      const data = query.queryHash === hash && type === 'updated' ? query.state.data : undefined;
      if (data !== undefined) onData(data);
    }),
  );
}
