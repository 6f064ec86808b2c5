import type { Farm } from '@granary/contract/farms/http';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { fieldErrors, focusFirstWrong } from '../../lib/field-errors.ts';
import {
  editOf,
  type FarmField,
  type FarmValues,
  fieldOfWire,
  fieldOrder,
  rebased,
  valuesOf,
} from './farm-values.ts';
import { farmDetails } from './get-farm.ts';
import { useUpdateFarm } from './save-farm.ts';
import { useFarmForm } from './use-farm-form.ts';

/** How a field that somebody else changed meanwhile stands now, in words. */
type SayField = (now: FarmValues, field: FarmField) => string;

/** The editing of a farm that others may edit too: a stale edit is put on top of what stands now. */
export function useFarmEdit(opened: Farm, say: SayField) {
  const client = useQueryClient();
  const [farm, setFarm] = useState(opened);
  const [changed, setChanged] = useState<readonly FarmField[]>([]);
  const form = useFarmForm(valuesOf(opened));
  const saving = useUpdateFarm();

  const take = (now: Farm, values: FarmValues) => {
    setFarm(now);
    form.setInitialValues(valuesOf(now));
    form.setValues(values);
  };
  const rebase = async (error: ApiError) => {
    const fresh = client.fetchQuery({ ...farmDetails(farm.id), staleTime: 0 });
    // Where it cannot be read, what the server said of the edit stands.
    const now = await fresh.catch(() => null);
    if (now === null) return;
    const fields = fieldsIn(error);
    const [typed, before, after] = [form.getValues(), valuesOf(farm), valuesOf(now)];
    take(now, rebased(typed, before, after));
    const mine = fields.filter((field) => typed[field] !== before[field]);
    form.setErrors(Object.fromEntries(mine.map((field) => [field, say(after, field)])));
    setChanged(fields);
  };
  const onError = async (error: Error) => {
    if (error instanceof ApiError && error.code === 'CONFLICT') {
      await rebase(error);
      return;
    }
    const errors = fieldErrors(error, fieldOfWire);
    form.setErrors(errors);
    focusFirstWrong(form, errors, fieldOrder);
  };
  const save = (values: FarmValues) => {
    setChanged([]);
    saving.mutate(editOf(values, farm), {
      onSuccess: (saved) => take(saved, valuesOf(saved)),
      onError: (error) => void onError(error),
    });
  };
  return { form, farm, changed, saving, save };
}

function fieldsIn(error: ApiError): FarmField[] {
  const named = fieldErrors(error, fieldOfWire);
  return fieldOrder.filter((field) => named[field] !== undefined);
}
