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
import { type SettingsResponse, type SettingsScope, saveSettings } from '../api/save-settings.ts';
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

/** A field that someone else changed during editing. */
type ChangedField = keyof SettingsValues | CableChange;

export type SettingsForm = UseFormReturnType<LocalizedValues>;

interface SettingsFormOptions {
  readonly bin: Bin;
  readonly part: SettingsScope;
  readonly names: readonly SettingName[];
  readonly formatter: SettingFormatter;
}

/**
 * Edits part of a bin's settings. Local edits are rebased onto concurrent changes, which are shown, so that
 * no unseen change is overwritten.
 */
export function useSettingsForm({ bin: loadedBin, part, names, formatter }: SettingsFormOptions) {
  const client = useQueryClient();
  const { locale } = useFormat();
  const [bin, setBin] = useState(loadedBin);
  const fields = names.flatMap(listFields);
  const form = useBinForm(loadedBin, bin, fields, locale);
  const details = binQuery(loadedBin.id);
  const edit = useEdit({
    form,
    rules: makeSettingsRules(fields, formatter, locale),
    base: [bin, setBin],
    watchedKey: details.queryKey,
    // A change to other fields, such as those of another section, is applied silently.
    mustShowChanges: (_, base, latest) =>
      form.isDirty() && findChangedFields(base, latest, fields).length > 0,
    send: (values: LocalizedValues, base: Bin) =>
      saveSettings(client, [loadedBin.id, part], toSettingsEdit(values, base, names)),
    toEntity: ({ data }: SettingsResponse) => data,
    reload: () => client.fetchQuery({ ...details, staleTime: 0 }),
    toFieldErrors: toFormErrors,
    focus: (errors) => focusFirstInvalidSetting(form, errors),
  });
  // When the language changes, typed numbers keep their value and get the new separators.
  useLanguageChange((newLocale) => {
    const typed = form.getValues();
    const snapshot = { values: toSettingsValues(bin, typed.locale), unit: bin.temperatureUnit };
    form.setInitialValues(toSettingsValues(bin, newLocale));
    form.setValues(rebaseValues(typed, snapshot, bin, newLocale));
  });
  const editCount = findDifferences(form.getValues(), toSettingsValues(bin, locale), fields).length;
  return { form, bin, editCount, ...edit };
}

/** Creates the rules for converting, comparing and rebasing these fields. */
function makeSettingsRules(
  fields: readonly (keyof SettingsValues)[],
  formatter: SettingFormatter,
  locale: string,
): EditRules<Bin, LocalizedValues, ChangedField> {
  const toValues = (bin: Bin) => toSettingsValues(bin, locale);
  return {
    toValues,
    rebase: (typed, values, { temperatureUnit: unit }, latest) =>
      rebaseValues(typed, { values, unit }, latest),
    findChanges: (base, latest) =>
      findChangedFields(base, latest, fields).flatMap((field): readonly ChangedField[] =>
        field === 'cables'
          ? findCableChanges(toValues(base).cables, toValues(latest).cables)
          : [field],
      ),
    findConflicts: (typed, base, latest) => {
      const changedFields = findChangedFields(base, latest, fields);
      return describeConflicts(typed, [toValues(base), toValues(latest)], changedFields, formatter);
    },
  };
}

/** A form whose fields are validated against the current bin. */
function useBinForm(
  loadedBin: Bin,
  bin: Bin,
  fields: readonly (keyof SettingsValues)[],
  locale: string,
): SettingsForm {
  const formatProblem = useFormatProblem();
  return useForm<LocalizedValues>({
    initialValues: toSettingsValues(loadedBin, locale),
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

function useLanguageChange(onLocaleChange: (locale: string) => void): void {
  const { i18n } = useTranslation();
  useEffect(() => {
    const handleChange = (language: string) =>
      onLocaleChange(findLocale(language, navigator.languages));
    i18n.on('languageChanged', handleChange);
    return () => i18n.off('languageChanged', handleChange);
  });
}

/** Describes the fields that both users changed, keyed by path. */
function describeConflicts(
  submitted: SettingsValues,
  [baseValues, latestValues]: readonly [SettingsValues, SettingsValues],
  changedFields: readonly (keyof SettingsValues)[],
  formatter: SettingFormatter,
): Record<string, string> {
  const rows = rebaseCables(submitted.cables, baseValues.cables, latestValues.cables);
  const toPath = ({ cable, field }: CableChange) =>
    `cables.${rows.findIndex((row) => row.cable === cable)}.${field ?? 'name'}`;
  const cables = changedFields.includes('cables')
    ? findCableConflicts(submitted.cables, baseValues.cables, latestValues.cables)
    : [];
  return Object.fromEntries([
    ...findDifferences(submitted, baseValues, changedFields)
      .filter((field) => field !== 'cables')
      .map((field) => [field, formatter.formatField(latestValues, field)]),
    ...cables.map((change) => [toPath(change), formatter.formatCable(latestValues, change)]),
  ]);
}

/** Opens the sections around the first invalid field and focuses the field. */
export function focusFirstInvalidSetting(
  form: SettingsForm,
  errors: Readonly<Record<string, unknown>>,
) {
  const order = Object.keys(errors);
  const first = order.find((path) => errors[path] != null);
  if (first !== undefined) expandAround(form.getInputNode(first));
  focusFirstInvalid(form, errors, order);
}

/** Formats a field's problem. */
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
        const [min, max] = [problem.min, problem.max].map((limit) =>
          format.number(limit, Number.isInteger(limit) ? 0 : 1),
        );
        return t(`settingsForm.${problem.kind}`, { min, max });
      }
    }
  };
}

/** Returns the server's field errors, keyed by form path. */
export function toFormErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.fields.flatMap(({ path, message }) => {
      const field = toFormPath(path);
      return field === null ? [] : [[field, message]];
    }),
  );
}

const cableFieldByWireName: Readonly<Record<string, string>> = {
  cable_id: 'cableId',
  cable_name: 'name',
  bin: 'subBin',
  crop_name: 'crop',
};

const settingByWireName = new Map<string, SettingName>(
  settingNames.map((name) => [toSettingWireName(name), name]),
);

function toFormPath(path: string): string | null {
  const [first = '', index, last] = path.split(/[./]/);
  if (first === toSettingWireName('cables')) {
    const name = cableFieldByWireName[last ?? ''];
    return index === undefined || name === undefined ? 'cables' : `cables.${index}.${name}`;
  }
  if (first === toSettingWireName('pressureCables'))
    return index === 'Y2' ? 'pressureY2' : 'pressureY1';
  return settingByWireName.get(first) ?? null;
}
