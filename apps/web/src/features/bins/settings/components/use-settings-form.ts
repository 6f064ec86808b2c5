import type { Bin } from '@granary/contract/bins/http';
import { type SettingName, settingNames, toSettingWireName } from '@granary/contract/bins/settings';
import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../lib/api-error.ts';
import type { EditRules } from '../../../../lib/edit.ts';
import { focusFirstInvalid } from '../../../../lib/field-errors.ts';
import { findLocale } from '../../../../lib/i18n.ts';
import { useEdit } from '../../../../lib/use-edit.ts';
import { useForm } from '../../../../lib/use-form.ts';
import { useFormat } from '../../../../lib/use-format.ts';
import { binQuery } from '../../api/get-bin.ts';
import { type Part, type SettingsResponse, saveSettings } from '../api/save-settings.ts';
import {
  type CableChange,
  findCableChanges,
  findCableConflicts,
  rebaseCables,
} from '../compare-cables.ts';
import {
  findChangedFields,
  findDifferences,
  type LocalizedValues,
  listFields,
  rebaseValues,
  type SettingsValues,
  toSettingsEdit,
  toSettingsValues,
} from '../settings-values.ts';
import { type SettingProblem, validateSettings } from '../validate-settings.ts';
import { expandAround } from './collapsible.tsx';
import type { SettingFormatter } from './use-format-setting.ts';

/** What someone else changed during editing. */
type ChangedField = keyof SettingsValues | CableChange;

export type SettingsForm = UseFormReturnType<LocalizedValues>;

interface Editing {
  readonly bin: Bin;
  readonly part: Part;
  readonly names: readonly SettingName[];
  readonly formatter: SettingFormatter;
}

/**
 * Edits part of a bin's settings. Local edits are rebased onto concurrent changes, which are shown, so that
 * nothing unseen is overwritten.
 */
export function useSettingsForm({ bin: read, part, names, formatter }: Editing) {
  const client = useQueryClient();
  const { locale } = useFormat();
  const [bin, setBin] = useState(read);
  const fields = names.flatMap(listFields);
  const form = useBinForm(read, bin, fields, locale);
  const details = binQuery(read.id);
  const edit = useEdit({
    form,
    rules: settingsRules(fields, formatter, locale),
    base: [bin, setBin],
    watchedKey: details.queryKey,
    // A change to other fields, such as another section, is applied silently.
    mustShowChanges: (_, base, now) =>
      form.isDirty() && findChangedFields(base, now, fields).length > 0,
    send: (values: LocalizedValues, base: Bin) =>
      saveSettings(client, [read.id, part], toSettingsEdit(values, base, names)),
    toSaved: ({ data }: SettingsResponse) => data,
    reload: () => client.fetchQuery({ ...details, staleTime: 0 }),
    toFieldErrors: toFormErrors,
    focus: (errors) => focusFirstInvalidSetting(form, errors),
  });
  // When the language changes, typed numbers keep their value and get the new separators.
  useLanguageChange((shown) => {
    const typed = form.getValues();
    const from = { values: toSettingsValues(bin, typed.locale), unit: bin.temperatureUnit };
    form.setInitialValues(toSettingsValues(bin, shown));
    form.setValues(rebaseValues(typed, from, bin, shown));
  });
  const count = findDifferences(form.getValues(), toSettingsValues(bin, locale), fields).length;
  return { form, bin, count, ...edit };
}

/** How these fields are shown, compared and rebased. */
function settingsRules(
  fields: readonly (keyof SettingsValues)[],
  formatter: SettingFormatter,
  locale: string,
): EditRules<Bin, LocalizedValues, ChangedField> {
  const toValues = (bin: Bin) => toSettingsValues(bin, locale);
  return {
    toValues,
    rebase: (typed, values, { temperatureUnit: unit }, now) =>
      rebaseValues(typed, { values, unit }, now),
    findChanges: (base, now) =>
      findChangedFields(base, now, fields).flatMap((field): readonly ChangedField[] =>
        field === 'cables'
          ? findCableChanges(toValues(base).cables, toValues(now).cables)
          : [field],
      ),
    findConflicts: (typed, base, now) => {
      const changedFields = findChangedFields(base, now, fields);
      return conflictErrors(typed, [toValues(base), toValues(now)], changedFields, formatter);
    },
  };
}

/** A form whose fields are validated against the current bin. */
function useBinForm(
  read: Bin,
  bin: Bin,
  fields: readonly (keyof SettingsValues)[],
  locale: string,
): SettingsForm {
  const formatProblem = useFormatProblem();
  return useForm<LocalizedValues>({
    initialValues: toSettingsValues(read, locale),
    validate: (values) => {
      const problems = validateSettings(
        values,
        toSettingsValues(bin, locale),
        fields,
        bin.temperatureUnit,
      );
      return Object.fromEntries(
        [...problems].map(([path, problem]) => [path, formatProblem(problem)]),
      );
    },
  });
}

function useLanguageChange(show: (locale: string) => void): void {
  const { i18n } = useTranslation();
  useEffect(() => {
    const follow = (language: string) => show(findLocale(language, navigator.languages));
    i18n.on('languageChanged', follow);
    return () => i18n.off('languageChanged', follow);
  });
}

/** The errors of fields that both users changed, by path. */
function conflictErrors(
  submitted: SettingsValues,
  [before, now]: readonly [SettingsValues, SettingsValues],
  changedFields: readonly (keyof SettingsValues)[],
  formatter: SettingFormatter,
): Record<string, string> {
  const rows = rebaseCables(submitted.cables, before.cables, now.cables);
  const toPath = ({ cable, field }: CableChange) =>
    `cables.${rows.findIndex((row) => row.cable === cable)}.${field ?? 'name'}`;
  const cables = changedFields.includes('cables')
    ? findCableConflicts(submitted.cables, before.cables, now.cables)
    : [];
  return Object.fromEntries([
    ...findDifferences(submitted, before, changedFields)
      .filter((field) => field !== 'cables')
      .map((field) => [field, formatter.formatField(now, field)]),
    ...cables.map((change) => [toPath(change), formatter.formatCable(now, change)]),
  ]);
}

/** Focuses the first invalid field, and opens the sections around it. */
export function focusFirstInvalidSetting(
  form: SettingsForm,
  errors: Readonly<Record<string, unknown>>,
) {
  const order = Object.keys(errors);
  const first = order.find((path) => errors[path] != null);
  if (first !== undefined) expandAround(form.getInputNode(first));
  focusFirstInvalid(form, errors, order);
}

/** Formats the problem of a field. */
export function useFormatProblem(): (problem: SettingProblem) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return (problem) => {
    switch (problem.kind) {
      case 'required':
        return t('settingsForm.required');
      case 'board':
        return t('settingsForm.boardInvalid');
      case 'taken':
        return t('settingsForm.addressTaken');
      case 'crossed':
        return t('settingsForm.levelsCrossed');
      case 'range':
      case 'whole':
      case 'hundredths': {
        const [min, max] = [problem.min, problem.max].map((end) =>
          format.number(end, Number.isInteger(end) ? 0 : 1),
        );
        return t(`settingsForm.${problem.kind}`, { min, max });
      }
    }
  };
}

/** The server's field errors by form path. */
export function toFormErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.fields.flatMap(({ path, message }) => {
      const field = toFormPath(path);
      return field === null ? [] : [[field, message]];
    }),
  );
}

const cableNames: Readonly<Record<string, string>> = {
  cable_id: 'cableId',
  cable_name: 'name',
  bin: 'subBin',
  crop_name: 'crop',
};

const formNames = new Map<string, SettingName>(
  settingNames.map((name) => [toSettingWireName(name), name]),
);

function toFormPath(path: string): string | null {
  const [first = '', index, last] = path.split(/[./]/);
  if (first === toSettingWireName('cables')) {
    const name = cableNames[last ?? ''];
    return index === undefined || name === undefined ? 'cables' : `cables.${index}.${name}`;
  }
  if (first === toSettingWireName('pressureCables'))
    return index === 'Y2' ? 'pressureY2' : 'pressureY1';
  return formNames.get(first) ?? null;
}
