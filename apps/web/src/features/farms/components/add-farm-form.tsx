import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { MessageDialog } from '../../../components/message-dialog.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { parsePosition } from '../../../lib/coordinates.ts';
import { showFieldErrors } from '../../../lib/field-errors.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useAddFarm } from '../api/change-farms.ts';
import { timeZoneProposalQuery } from '../api/get-time-zone-proposal.ts';
import { emptyFarm, fieldByWireName, fieldOrder, toNewFarm } from '../farm-values.ts';
import { ZoneField } from './farm-fields.tsx';
import { FarmForm, type FarmFormProps } from './farm-form.tsx';
import { useFarmForm } from './use-farm-form.ts';

/** The time zone for new coordinates is looked up once the form has not changed for this long, ms. */
const LOOKUP_DELAY_MS = 300;

export interface AddFarmFormProps extends Pick<FarmFormProps, 'renderSearch' | 'renderMap'> {
  readonly ownerId: number;
  /** Called when the confirmation dialog is closed. */
  readonly onDone: () => void;
}

export function AddFarmForm({ ownerId, renderSearch, renderMap, onDone }: AddFarmFormProps) {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const form = useFarmForm(emptyFarm, locale);
  const addFarm = useAddFarm();
  const [debouncedValues] = useDebouncedValue(form.getValues(), LOOKUP_DELAY_MS);
  const { data: proposal, isPlaceholderData } = useQuery(
    timeZoneProposalQuery(ownerId, parsePosition(debouncedValues)),
  );
  const hasFormError = addFarm.isError && Object.keys(form.errors).length === 0;
  return (
    <>
      <UnsavedGuard isDirty={form.isDirty() && !addFarm.isSuccess} />
      <FarmForm
        form={form}
        buttonText={t('farmForm.add')}
        isBusy={addFarm.isPending}
        renderSearch={renderSearch}
        renderMap={renderMap}
        status={hasFormError && <ErrorState error={addFarm.error} />}
        onSubmit={(values) =>
          addFarm.mutate(
            toNewFarm(values, ownerId, isPlaceholderData ? undefined : proposal, debouncedValues),
            {
              onError: (error) => showFieldErrors(form, error, fieldByWireName, fieldOrder),
            },
          )
        }
      >
        <ZoneField
          form={form}
          firstOption={{
            value: '',
            label:
              proposal === undefined
                ? t('farmForm.zoneOnSaving')
                : t(`farmForm.proposedZones.${proposal.source}`, { zone: proposal.timezone }),
          }}
          hint={t('farmForm.timezoneCheck')}
        />
      </FarmForm>
      {addFarm.isSuccess && (
        <MessageDialog
          title={t('farms.added')}
          text={t('farms.addedText', { name: addFarm.data.name })}
          onClose={onDone}
        />
      )}
    </>
  );
}
