import type { Bin } from '@granary/contract/bins/http';
import { type SettingName, settingNames, wireNameOf } from '@granary/contract/bins/settings';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api-error.ts';
import { focusFirstWrong } from '../../../lib/field-errors.ts';
import { localeOf } from '../../../lib/i18n.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { binDetails } from '../get-bin.ts';
import { type CableChange, cableChanges, cableClashes, rebasedCables } from './cable-changes.ts';
import { type Part, useSaveSettings } from './save-settings.ts';
import { type Problem, problemsIn } from './settings-problems.ts';
import {
  changedBetween,
  differing,
  editOf,
  fieldsOf,
  rebased,
  type SettingsValues,
  valuesOf as valuesIn,
  type WrittenValues,
} from './settings-values.ts';
import type { SayValue } from './use-say-value.ts';

/** What somebody else changed while a form was being filled in. */
type Changed = keyof SettingsValues | CableChange;

export type SettingsForm = UseFormReturnType<WrittenValues>;

interface Editing {
  readonly bin: Bin;
  readonly part: Part;
  readonly names: readonly SettingName[];
  readonly sayValue: SayValue;
}

/**
 * The editing of a part of a bin's settings that others may edit too. What somebody else changed
 * meanwhile is put under what was typed, and told; nothing is overwritten that was not seen.
 */
export function useSettingsForm({ bin: read, part, names, sayValue }: Editing) {
  const client = useQueryClient();
  const valuesOf = useValuesOf();
  const [changed, setChanged] = useState<readonly Changed[]>([]);
  const fields = names.flatMap(fieldsOf);
  const saving = useSaveSettings(read.id, part);
  const { form, bin, take } = useBinForm(read, fields, saving.isPending);

  const onError = async (error: Error, submitted: WrittenValues, onDone?: () => void) => {
    const now = isConflict(error) ? await readAnew(client, bin.id) : null;
    if (now !== null && now.version !== bin.version) {
      rebase(now, submitted, onDone);
      return;
    }
    const errors = settingErrors(error);
    form.setErrors(errors);
    showFirstWrong(form, errors);
  };
  const rebase = (now: Bin, submitted: WrittenValues, onDone?: () => void) => {
    const others = changedBetween(bin, now, fields);
    const values = rebased(submitted, bin, now);
    take(now, values);
    // What somebody else changed lies outside of this part: nobody is in anybody's way.
    if (others.length === 0) {
      send(values, now, onDone);
      return;
    }
    form.setErrors(clashErrors(submitted, [valuesOf(bin), valuesOf(now)], others, sayValue));
    setChanged(
      others.flatMap((field): readonly Changed[] =>
        field === 'cables' ? cableChanges(valuesOf(bin).cables, valuesOf(now).cables) : [field],
      ),
    );
  };
  const send = (values: WrittenValues, base: Bin, onDone?: () => void) =>
    saving.mutate(editOf(values, base, names), {
      onSuccess: ({ data }) => {
        take(data, valuesOf(data));
        onDone?.();
      },
      onError: (error) => void onError(error, values, onDone),
    });
  const save = (values: WrittenValues, onDone?: () => void) => {
    setChanged([]);
    send(values, bin, onDone);
  };
  const discard = () => {
    setChanged([]);
    saving.reset();
    form.clearErrors();
    form.setValues(valuesOf(bin));
  };
  const count = differing(form.getValues(), valuesOf(bin), fields).length;
  return { form, bin, changed, saving, save, discard, count };
}

/**
 * A form of fields of a bin, and the bin as it stands now, beside which what is typed is checked;
 * `take` puts another state of the bin under it.
 */
function useBinForm(read: Bin, fields: readonly (keyof SettingsValues)[], isSaving: boolean) {
  const [bin, setBin] = useState(read);
  const valuesOf = useValuesOf();
  const sayProblem = useSayProblem();
  const form: SettingsForm = useForm<WrittenValues>({
    initialValues: valuesOf(read),
    validate: (values) => {
      const problems = problemsIn(values, valuesOf(bin), fields, bin.temperatureUnit);
      return Object.fromEntries(
        [...problems].map(([path, problem]) => [path, sayProblem(problem)]),
      );
    },
  });
  const take = (now: Bin, values: WrittenValues) => {
    setBin(now);
    form.setInitialValues(valuesIn(now, values.locale));
    form.setValues(values);
  };
  // Another section was saved, or somebody else was at work: where that does not touch what is
  // typed here, it simply counts.
  useFollowedBin(read.id, (now) => {
    if (now.version === bin.version || isSaving) return;
    if (form.isDirty() && changedBetween(bin, now, fields).length > 0) return;
    take(now, rebased(form.getValues(), bin, now));
  });
  // In another language what is typed keeps its meaning, not its signs.
  useShownLanguage((locale) => take(bin, rebased(form.getValues(), bin, bin, locale)));
  return { form, bin, take };
}

/** Calls with the locale of each language that is chosen. */
function useShownLanguage(show: (locale: string) => void): void {
  const { i18n } = useTranslation();
  useEffect(() => {
    const follow = (language: string) => show(localeOf(language, navigator.languages));
    i18n.on('languageChanged', follow);
    return () => i18n.off('languageChanged', follow);
  });
}

/** The values of a bin as they are edited in the language that is shown. */
function useValuesOf(): (bin: Bin) => WrittenValues {
  const { locale } = useFormat();
  return (bin) => valuesIn(bin, locale);
}

/** What somebody else made of the fields that were typed in here too, by their paths. */
function clashErrors(
  submitted: SettingsValues,
  [before, now]: readonly [SettingsValues, SettingsValues],
  others: readonly (keyof SettingsValues)[],
  say: SayValue,
): Record<string, string> {
  const rows = rebasedCables(submitted.cables, before.cables, now.cables);
  const pathOf = ({ cable, field }: CableChange) =>
    `cables.${rows.findIndex((row) => row.cable === cable)}.${field ?? 'name'}`;
  const cables = others.includes('cables')
    ? cableClashes(submitted.cables, before.cables, now.cables)
    : [];
  return Object.fromEntries([
    ...differing(submitted, before, others)
      .filter((field) => field !== 'cables')
      .map((field) => [field, say.ofField(now, field)]),
    ...cables.map((change) => [pathOf(change), say.ofCable(now, change)]),
  ]);
}

/** Calls with each newer state of a bin that this browser reads. */
function useFollowedBin(binId: number, follow: (now: Bin) => void): void {
  const client = useQueryClient();
  useEffect(() => {
    const hash = hashKey(binDetails(binId).queryKey);
    return client.getQueryCache().subscribe(({ type, query }) => {
      const now = query.queryHash === hash && type === 'updated' ? query.state.data : undefined;
      // What stands under the key of a bin is that bin.
      if (now !== undefined) follow(now as Bin);
    });
  });
}

function isConflict(error: Error): boolean {
  return error instanceof ApiError && error.code === 'CONFLICT';
}

/** The bin as it stands now; null where it cannot be read: what the server said of the edit stands. */
function readAnew(client: QueryClient, binId: number): Promise<Bin | null> {
  return client.fetchQuery({ ...binDetails(binId), staleTime: 0 }).catch(() => null);
}

/** Puts the cursor into the first field that is wrong, and opens the fold that it lies in. */
export function showFirstWrong(form: SettingsForm, errors: Readonly<Record<string, unknown>>) {
  const order = Object.keys(errors);
  const first = order.find((path) => errors[path] != null);
  const fold = first === undefined ? null : form.getInputNode(first)?.closest('details');
  if (fold) fold.open = true;
  focusFirstWrong(form, errors, order);
}

/** What is wrong with a field, in words. */
function useSayProblem(): (problem: Problem) => string {
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
      case 'whole': {
        const [min, max] = [problem.min, problem.max].map((end) =>
          format.number(end, Number.isInteger(end) ? 0 : 1),
        );
        return t(problem.kind === 'range' ? 'settingsForm.range' : 'settingsForm.whole', {
          ...{ min, max },
        });
      }
    }
  };
}

/** The server's word on each field, by its path in the form. */
export function settingErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.fields.flatMap(({ path, message }) => {
      const field = formPathOf(path);
      return field === null ? [] : [[field, message]];
    }),
  );
}

const cableNames: Readonly<Record<string, string>> = {
  ...{ cable_id: 'cableId', cable_name: 'name', bin: 'subBin', crop_name: 'crop' },
};

const formNames = new Map<string, SettingName>(
  settingNames.map((name) => [wireNameOf(name), name]),
);

function formPathOf(path: string): string | null {
  const [first = '', index, last] = path.split(/[./]/);
  if (first === wireNameOf('cables')) {
    const name = cableNames[last ?? ''];
    return index === undefined || name === undefined ? 'cables' : `cables.${index}.${name}`;
  }
  if (first === wireNameOf('pressureCables')) return index === 'Y2' ? 'pressureY2' : 'pressureY1';
  return formNames.get(first) ?? null;
}
