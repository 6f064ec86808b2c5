import {
  type BinLoad,
  type LoadType,
  MAX_VOLUME,
  MIN_VOLUME,
} from '@granary/contract/inventory/http';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { now } from '../../../lib/clock.ts';
import { type EditRules, makeFieldRules, type Versioned } from '../../../lib/edit.ts';
import { focusFirstInvalid, toFieldErrors } from '../../../lib/field-errors.ts';
import { useEdit } from '../../../lib/use-edit.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useLoadMutations } from '../api/change-loads.ts';
import { loadsQuery } from '../api/get-loads.ts';
import {
  fieldOrder,
  type LoadProblem,
  type LoadValues,
  toLoadInput,
  toLoadValues,
  validateLoad,
} from '../load-values.ts';

export interface LoadEditOptions {
  readonly binId: number;
  readonly type: LoadType;
  /** The entry to edit; null to add one. */
  readonly load: BinLoad | null;
  readonly onSaved: (load: BinLoad) => void;
  readonly onCorrected: (oldLoad: BinLoad, newLoad: BinLoad) => void;
  readonly onClose: () => void;
}

/** The version being edited; `load` is null for a new entry. */
interface Entry extends Versioned {
  readonly load: BinLoad | null;
}

const fieldByWireName = {
  date_time: 'date',
  volume: 'volume',
  moisture: 'moisture',
  protein: 'protein',
};

const toEntry = (load: BinLoad | null): Entry => ({ load, version: load?.version ?? 0 });

/**
 * Adds or edits an entry; edits are rebased onto someone else's edits. The dialog closes after saving, unless
 * the user has typed something since.
 */
export function useLoadEdit(editing: LoadEditOptions) {
  const { locale } = useFormat();
  const [entry, setEntry] = useState(() => toEntry(editing.load));
  const rules = useLoadRules(locale);
  const formatProblem = useFormatProblem();
  const form = useForm<LoadValues>({
    initialValues: rules.toValues(entry),
    validate: (values) =>
      Object.fromEntries(
        Object.entries(validateLoad(values, locale)).map(([field, problem]) => [
          field,
          formatProblem(problem),
        ]),
      ),
  });
  const focus = (errors: Readonly<Record<string, unknown>>) =>
    focusFirstInvalid(form, errors, fieldOrder);
  const edit = useEdit({
    form,
    rules,
    base: [entry, setEntry],
    toEntity: toEntry,
    focus,
    ...useLoadCalls(editing, entry, locale),
    mustShowChanges: (_, base, current) =>
      form.isDirty() && rules.findChanges(base, current).length > 0,
    toFieldErrors: (error) => toFieldErrors(error, fieldByWireName),
  });
  const close = () => {
    if (!form.isDirty()) editing.onClose();
  };
  const save = form.onSubmit((values) => edit.save(values, close), focus);
  return { form, entry, saving: edit.saving, save };
}

/** Returns the functions that save, refetch and watch an entry. */
function useLoadCalls(
  { binId, type, onSaved, onCorrected }: LoadEditOptions,
  { load }: Entry,
  locale: string,
) {
  const client = useQueryClient();
  const { add, change } = useLoadMutations(binId);
  const ledgerQuery = loadsQuery(binId);
  const findEntry = (ledger: readonly BinLoad[]) => ledger.find(({ id }) => id === load?.id);
  return {
    watchedKey: ledgerQuery.queryKey,
    selectWatched: (data: unknown) => {
      // The cached data for this key is the ledger.
      const currentLoad = findEntry(data as readonly BinLoad[]);
      return currentLoad && toEntry(currentLoad);
    },
    send: async (values: LoadValues, base: Entry) => {
      const input = toLoadInput(values, locale);
      if (base.load === null) {
        const addedLoad = await add.mutateAsync({ ...input, type });
        onSaved(addedLoad);
        return addedLoad;
      }
      const { id, version } = base.load;
      const correctedLoad = await change.mutateAsync({ ...input, id, version });
      onCorrected(base.load, correctedLoad);
      onSaved(correctedLoad);
      return correctedLoad;
    },
    reload: async () => {
      const currentLoad = findEntry(await client.fetchQuery({ ...ledgerQuery, staleTime: 0 }));
      if (currentLoad === undefined) throw new Error('The entry no longer exists.');
      return toEntry(currentLoad);
    },
  };
}

/** Creates the rules for an entry form; a new entry gets the time when the form was opened. */
function useLoadRules(locale: string): EditRules<Entry, LoadValues, keyof LoadValues> {
  const { t } = useTranslation();
  const [openedAt] = useState(now);
  return makeFieldRules(
    fieldOrder,
    ({ load }) => toLoadValues(load, openedAt, locale),
    (current, field) => t('farmForm.staleField', { value: current[field] || t('farmForm.blank') }),
  );
}

function useFormatProblem(): (problem: LoadProblem) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const range = { min: format.number(MIN_VOLUME, 3), max: format.number(MAX_VOLUME) };
  return (problem) => t(`loads.problems.${problem}`, range);
}
