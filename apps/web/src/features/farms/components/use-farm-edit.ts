import type { Farm } from '@granary/contract/farms/http';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { plainRules } from '../../../lib/edit.ts';
import { fieldErrors, focusFirstWrong } from '../../../lib/field-errors.ts';
import { useEdit } from '../../../lib/use-edit.ts';
import { updateFarm } from '../api/change-farms.ts';
import { farmDetails } from '../api/get-farm.ts';
import {
  editOf,
  type FarmField,
  type FarmValues,
  fieldOfWire,
  fieldOrder,
  valuesOf,
} from '../farm-values.ts';
import { useFarmForm } from './use-farm-form.ts';

/** How a field that somebody else changed meanwhile stands now, in words. */
type SayField = (now: FarmValues, field: FarmField) => string;

/** The editing of a farm that others may edit too: a stale edit is put on top of what stands now. */
export function useFarmEdit(opened: Farm, say: SayField) {
  const client = useQueryClient();
  const [farm, setFarm] = useState(opened);
  const form = useFarmForm(valuesOf(opened));
  const rules = plainRules<Farm, FarmValues>(fieldOrder, valuesOf, say);
  const details = farmDetails(opened.id);
  const edit = useEdit({
    ...{ form, rules, base: [farm, setFarm], followed: details.queryKey },
    isToBeTold: (_, base, now) => form.isDirty() && rules.changes(base, now).length > 0,
    send: (values: FarmValues, base: Farm) => updateFarm(client, editOf(values, base)),
    savedIn: (saved: Farm) => saved,
    readAnew: () => client.fetchQuery({ ...details, staleTime: 0 }),
    errorsIn: (error) => fieldErrors(error, fieldOfWire),
    focus: (errors) => focusFirstWrong(form, errors, fieldOrder),
  });
  return { form, farm, ...edit };
}
