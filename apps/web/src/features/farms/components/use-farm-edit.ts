import type { Farm } from '@granary/contract/farms/http';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { makeFieldRules } from '../../../lib/edit.ts';
import { focusFirstInvalid, toFieldErrors } from '../../../lib/field-errors.ts';
import { useEdit } from '../../../lib/use-edit.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { updateFarm } from '../api/change-farms.ts';
import { farmQuery } from '../api/get-farm.ts';
import {
  type FarmField,
  type FarmValues,
  fieldByWireName,
  fieldOrder,
  toFarmEdit,
  toFarmValues,
} from '../farm-values.ts';
import { useFarmForm } from './use-farm-form.ts';

/** Formats the current value of a field that someone else changed. */
type FormatField = (currentValues: FarmValues, field: FarmField) => string;

/** Edits a farm; edits to an old version are rebased onto the current version. */
export function useFarmEdit(openedFarm: Farm, formatField: FormatField) {
  const client = useQueryClient();
  const [farm, setFarm] = useState(openedFarm);
  const format = useFormat();
  // A number that is being edited keeps its separators when the language changes.
  const [locale] = useState(format.locale);
  const toValues = (storedFarm: Farm) => toFarmValues(storedFarm, locale);
  const form = useFarmForm(toValues(openedFarm), locale);
  const rules = makeFieldRules<Farm, FarmValues>(fieldOrder, toValues, formatField);
  const details = farmQuery(openedFarm.id);
  const edit = useEdit({
    form,
    rules,
    base: [farm, setFarm],
    watchedKey: details.queryKey,
    mustShowChanges: (_, base, latest) =>
      form.isDirty() && rules.findChanges(base, latest).length > 0,
    send: (values: FarmValues, base: Farm) => updateFarm(client, toFarmEdit(values, base, locale)),
    toEntity: (saved: Farm) => saved,
    reload: () => client.fetchQuery({ ...details, staleTime: 0 }),
    toFieldErrors: (error) => toFieldErrors(error, fieldByWireName),
    focus: (errors) => focusFirstInvalid(form, errors, fieldOrder),
  });
  return { form, farm, ...edit };
}
