import { MAX_PRICE_PER_KWH } from '@granary/contract/farms/http';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../../lib/use-form.ts';
import { useFormat } from '../../../lib/use-format.ts';
import {
  type FarmValues,
  lacksAmbientBin,
  parsePrice,
  validateCoordinates,
} from '../farm-values.ts';
import type { FarmFormState } from './farm-fields.tsx';

/** The form's state and validation; numbers are in the format of `locale`. */
export function useFarmForm(initialValues: FarmValues, locale: string): FarmFormState {
  const { t } = useTranslation();
  const format = useFormat();
  const form: FarmFormState = useForm<FarmValues>({
    initialValues,
    validate: (values) => {
      const { lat, lng } = validateCoordinates(values);
      const incompleteLocation = t('farmForm.incompleteLocation');
      return {
        name: values.name.trim() === '' ? t('farmForm.nameRequired') : null,
        lat: lat && (lat === 'incomplete' ? incompleteLocation : t('farmForm.latitudeInvalid')),
        lng: lng && (lng === 'incomplete' ? incompleteLocation : t('farmForm.longitudeInvalid')),
        // If the outdoor sensor's bin was deleted, the form stays valid until the user edits the bin or the
        // sensor's status.
        ambientBinId:
          lacksAmbientBin(values) && (form.isDirty('ambientBinId') || form.isDirty('ambientSensor'))
            ? t('farmForm.binRequired')
            : null,
        pricePerKwh:
          values.pricePerKwh.trim() === '' || parsePrice(values.pricePerKwh, locale) !== null
            ? null
            : t('settingsForm.range', { min: 0, max: format.number(MAX_PRICE_PER_KWH) }),
      };
    },
  });
  return form;
}
