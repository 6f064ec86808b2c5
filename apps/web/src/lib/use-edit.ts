import type { UseFormReturnType } from '@mantine/form';
import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { type EditPorts, type EditRules, saveEdit, type Versioned } from './edit.ts';

type FormPort<Values extends object> = Pick<
  UseFormReturnType<Values>,
  'getValues' | 'setValues' | 'setInitialValues' | 'setErrors' | 'clearErrors'
>;

interface Editing<Thing extends Versioned, Values extends object, Answer, Change>
  extends Pick<EditPorts<Thing, Values, Answer, Change>, 'send' | 'savedIn' | 'readAnew'> {
  readonly form: FormPort<Values>;
  /** The thing as the form stands on it: what is typed is checked beside it, too. */
  readonly base: readonly [Thing, Dispatch<SetStateAction<Thing>>];
  readonly rules: EditRules<Thing, Values, Change>;
  /** Under this key each newer state comes that this browser reads. */
  readonly followed: QueryKey;
  /** The thing in what stands under that key, where it does not stand there alone. */
  readonly followedIn?: (data: unknown) => Thing | undefined;
  /** Whether a newer state is to be told first, when it is saved, and not put under what is typed. */
  readonly isToBeTold: (typed: Values, base: Thing, now: Thing) => boolean;
  /** What the server said of each field of a save, by their paths. */
  readonly errorsIn: (error: unknown) => Readonly<Record<string, string>>;
  /** Puts the cursor into the first of these fields. */
  readonly focus: (errors: Readonly<Record<string, string>>) => void;
}

/**
 * The editing of a thing that others may change too. What somebody else changed meanwhile is put
 * under what was typed, and told; nothing is overwritten that was not seen, and nothing lost that
 * was typed.
 */
export function useEdit<Thing extends Versioned, Values extends object, Answer, Change>(
  editing: Editing<Thing, Values, Answer, Change>,
) {
  const { form, rules } = editing;
  const [base, setBase] = editing.base;
  const [changed, setChanged] = useState<readonly Change[]>([]);
  const take = (now: Thing, values: Values) => {
    setBase(now);
    form.setInitialValues(rules.valuesOf(now));
    form.setValues(values);
  };
  const show = (errors: Readonly<Record<string, string>>) => {
    form.setErrors(errors);
    editing.focus(errors);
  };
  const tell = (others: readonly Change[], clashes: Readonly<Record<string, string>>) => {
    show(clashes);
    setChanged(others);
  };
  const refuse = (error: unknown) => show(editing.errorsIn(error));
  const ports = { ...editing, typed: form.getValues, take, tell, refuse };
  const saving = useMutation({
    mutationFn: (values: Values) => saveEdit(rules, ports, values, base),
  });
  // What stands under the key of a thing is that thing.
  const { followedIn = (data) => data as Thing } = editing;
  useFollowed(editing.followed, (data) => {
    const now = followedIn(data);
    if (now === undefined) return;
    const typed = form.getValues();
    if (now.version === base.version || saving.isPending) return;
    if (!editing.isToBeTold(typed, base, now)) {
      take(now, rules.rebased(typed, rules.valuesOf(base), base, now));
    }
  });
  const save = (values: Values, onDone?: () => void) => {
    setChanged([]);
    saving.mutate(values, { ...(onDone !== undefined && { onSuccess: onDone }) });
  };
  const discard = () => {
    setChanged([]);
    saving.reset();
    form.clearErrors();
    form.setValues(rules.valuesOf(base));
  };
  return { changed, saving, save, discard };
}

/** Calls with all that this browser reads or is answered under a key. */
function useFollowed(key: QueryKey, follow: (data: unknown) => void): void {
  const client = useQueryClient();
  const hash = hashKey(key);
  useEffect(() =>
    client.getQueryCache().subscribe(({ type, query }) => {
      const data = query.queryHash === hash && type === 'updated' ? query.state.data : undefined;
      if (data !== undefined) follow(data);
    }),
  );
}
