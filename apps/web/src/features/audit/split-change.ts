import { type FieldSubject, parseChangedField } from '@granary/contract/audit/fields';
import type { AuditEntry } from '@granary/contract/audit/http';
import type { SettingName } from '@granary/contract/bins/settings';
import * as z from 'zod/mini';

export type RecordedChange = AuditEntry['changes'][number];

export const cableFields = ['cable_name', 'cable_id', 'bin', 'flip', 'crop_name'] as const;
export type CableField = (typeof cableFields)[number];

/** The field, setting, cable or other item that a changed value belongs to. */
export type ChangeSubject =
  | Exclude<FieldSubject, { kind: 'setting' }>
  | { readonly kind: 'setting'; readonly setting: Exclude<SettingName, 'pressureCables'> }
  | { readonly kind: 'cable'; readonly cable: number; readonly field: CableField }
  | { readonly kind: 'pressure'; readonly cable: 'Y1' | 'Y2' }
  /** A field name that is no longer in use. */
  | { readonly kind: 'unknown'; readonly name: string };

/** A change to one value; null means empty. */
export interface ValueChange {
  readonly subject: ChangeSubject;
  readonly before: unknown;
  readonly after: unknown;
}

const cableList = z.array(z.looseObject({ cable: z.number() }));
const pressureCables = z.looseObject({});

/**
 * Splits a recorded change into changes to single values, because the settings of all cables are recorded as
 * one field.
 */
export function splitChange({ field, before, after }: RecordedChange): readonly ValueChange[] {
  const subject = parseChangedField(field) ?? { kind: 'unknown' as const, name: field };
  if (subject.kind !== 'setting') return [{ subject, before, after }];
  const { kind, setting } = subject;
  if (setting === 'cables') {
    return listCableChanges(cableList.parse(before ?? []), cableList.parse(after ?? []));
  }
  if (setting === 'pressureCables') {
    const [oldCables, newCables] = [before, after].map((value) =>
      pressureCables.parse(value ?? {}),
    );
    const cables = (['Y1', 'Y2'] as const).map((cable) => ({ kind: 'pressure' as const, cable }));
    return cables.flatMap((cableSubject) =>
      toValueChange(cableSubject, oldCables?.[cableSubject.cable], newCables?.[cableSubject.cable]),
    );
  }
  return [{ subject: { kind, setting }, before, after }];
}

type Cables = z.infer<typeof cableList>;

function listCableChanges(before: Cables, after: Cables): readonly ValueChange[] {
  const numbers = new Set([...before, ...after].map(({ cable }) => cable));
  return [...numbers]
    .sort((a, b) => a - b)
    .flatMap((cable) => {
      const oldCable = before.find((cableSettings) => cableSettings.cable === cable);
      const newCable = after.find((cableSettings) => cableSettings.cable === cable);
      return cableFields.flatMap((field) =>
        toValueChange({ kind: 'cable', cable, field }, oldCable?.[field], newCable?.[field]),
      );
    });
}

function toValueChange(
  subject: ChangeSubject,
  oldValue: unknown,
  newValue: unknown,
): ValueChange[] {
  const [before, after] = [oldValue ?? null, newValue ?? null];
  return before === after ? [] : [{ subject, before, after }];
}
