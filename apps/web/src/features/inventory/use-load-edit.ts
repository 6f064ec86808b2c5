import {
  type BinLoad,
  type LoadType,
  MAX_VOLUME,
  MIN_VOLUME,
} from '@granary/contract/inventory/http';
import { useForm } from '@mantine/form';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api-error.ts';
import { now } from '../../lib/clock.ts';
import { fieldErrors, focusFirstWrong } from '../../lib/field-errors.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useLedger } from './change-loads.ts';
import { binLoads } from './get-loads.ts';
import { fieldOrder, type LoadProblem, readLoad, rebasedLoad, valuesOf } from './load-values.ts';

export interface LoadEditing {
  readonly binId: number;
  readonly type: LoadType;
  /** The entry to correct; null writes a new one. */
  readonly load: BinLoad | null;
  /** Told what an entry was before it was corrected, and is from then on. */
  readonly onCorrected: (before: BinLoad, now: BinLoad) => void;
  readonly onClose: () => void;
}

const namesOnTheWire = {
  date_time: 'date',
  volume: 'volume',
  moisture: 'moisture',
  protein: 'protein',
};

/** The writing of an entry, or its correction on top of what somebody else made of it meanwhile. */
export function useLoadEdit({ binId, type, load, onCorrected, onClose }: LoadEditing) {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const client = useQueryClient();
  const sayProblem = useSayProblem();
  const { add, change } = useLedger(binId);
  const [base, setBase] = useState(load);
  const form = useForm({ initialValues: valuesOf(load, now(), locale) });
  const refuse = (errors: Readonly<Record<string, string>>) => {
    form.setErrors(errors);
    focusFirstWrong(form, errors, fieldOrder);
  };
  const onError = async (error: Error) => {
    const isConflict = error instanceof ApiError && error.code === 'CONFLICT';
    const theirs = isConflict && base !== null ? await readAnew(client, base) : null;
    if (theirs === null) return refuse(fieldErrors(error, namesOnTheWire));
    const [before, after] = [valuesOf(base, now(), locale), valuesOf(theirs, now(), locale)];
    const { values, clashes } = rebasedLoad(form.getValues(), before, after);
    setBase(theirs);
    form.setValues(values);
    const say = (field: (typeof fieldOrder)[number]) =>
      t('farmForm.staleField', { value: after[field] || t('farmForm.nothing') });
    refuse(Object.fromEntries(clashes.map((field) => [field, say(field)])));
  };
  const save = () => {
    const read = readLoad(form.getValues(), locale);
    if ('problems' in read) {
      const problems = Object.entries(read.problems);
      refuse(Object.fromEntries(problems.map(([field, why]) => [field, sayProblem(why)])));
      return;
    }
    const options = { onError: (error: Error) => void onError(error) };
    if (base === null) {
      add.mutate({ ...read.load, type }, { ...options, onSuccess: onClose });
      return;
    }
    const onSuccess = (corrected: BinLoad) => {
      onCorrected(base, corrected);
      onClose();
    };
    change.mutate({ ...read.load, id: base.id, version: base.version }, { ...options, onSuccess });
  };
  return { form, saving: load === null ? add : change, save };
}

/** What is wrong with a field, in words. */
function useSayProblem(): (problem: LoadProblem) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const range = { min: format.number(MIN_VOLUME, 3), max: format.number(MAX_VOLUME) };
  return (problem) => t(`loads.problems.${problem}`, range);
}

/** An entry as it stands now; null where it is gone or cannot be read. */
async function readAnew(client: QueryClient, { id, binId }: BinLoad): Promise<BinLoad | null> {
  const loads = await client.fetchQuery({ ...binLoads(binId), staleTime: 0 }).catch(() => []);
  return loads.find((load) => load.id === id) ?? null;
}
