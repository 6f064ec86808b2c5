import type { Farm } from '@granary/contract/farms/http';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useFormat } from '../../../lib/use-format.ts';
import type { FarmField, FarmValues } from '../farm-values.ts';
import { type FarmBin, FarmSettingsFields } from './farm-fields.tsx';
import { FarmForm, type FarmFormProps } from './farm-form.tsx';
import { useFarmEdit } from './use-farm-edit.ts';

export interface EditFarmFormProps extends Pick<FarmFormProps, 'renderSearch' | 'renderMap'> {
  /** The farm as loaded when the page opened. */
  readonly farm: Farm;
  readonly bins: readonly FarmBin[];
}

/** Edits a farm. If saving fails, the form keeps what the user entered. */
export function EditFarmForm({
  farm: initialFarm,
  bins,
  renderSearch,
  renderMap,
}: EditFarmFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { form, farm, changes, saving, save } = useFarmEdit(initialFarm, (currentValues, field) =>
    t('farmForm.staleField', { value: formatField(currentValues, field, bins, t) }),
  );
  const isStale = changes.length > 0;
  const hasFormError = saving.isError && !isStale && Object.keys(form.errors).length === 0;
  const names = changes.map((field) => t(fieldLabels[field]));
  return (
    <>
      <UnsavedGuard isDirty={form.isDirty()} />
      <FarmForm
        form={form}
        buttonText={t('farmForm.save')}
        isBusy={saving.isPending}
        renderSearch={renderSearch}
        renderMap={renderMap}
        onSubmit={(values) => save(values)}
        status={
          <>
            {hasFormError && <ErrorState error={saving.error} />}
            {isStale && (
              <Notice
                state="warning"
                isAlert
                title={t('farmForm.stale', {
                  fields: new Intl.ListFormat(format.locale).format(names),
                })}
                detail={t('farmForm.staleDetail')}
              />
            )}
            <div role="status">
              {saving.isSuccess && (
                <Notice
                  state="ok"
                  title={t('farms.updated')}
                  {...(form.isDirty() && { detail: t('farms.newerEdits') })}
                />
              )}
            </div>
          </>
        }
      >
        <FarmSettingsFields form={form} bins={bins} timezone={farm.timezone} />
      </FarmForm>
    </>
  );
}

const fieldLabels = {
  name: 'farmForm.name',
  city: 'farms.city',
  state: 'farms.state',
  country: 'farms.country',
  lat: 'farmForm.latitude',
  lng: 'farmForm.longitude',
  timezone: 'farmForm.timezone',
  ambientBinId: 'farmForm.ambientBin',
  ambientSensor: 'farmForm.ambientSensor',
  pricePerKwh: 'farmForm.pricePerKwh',
} as const satisfies Record<FarmField, string>;

function formatField(
  values: FarmValues,
  field: FarmField,
  bins: readonly FarmBin[],
  t: TFunction,
): string {
  if (field === 'ambientSensor') return t(`farmForm.${values.ambientSensor}`);
  if (field === 'ambientBinId') {
    const bin = bins.find(({ id }) => String(id) === values.ambientBinId);
    return bin?.name ?? t('farmForm.noBin');
  }
  return values[field] || t('farmForm.blank');
}
