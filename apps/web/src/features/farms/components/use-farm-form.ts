import { useTranslation } from 'react-i18next';
import { useForm } from '../../../lib/use-form.ts';
import { type FarmValues, lacksAmbientBin, validateCoordinates } from '../farm-values.ts';
import type { FarmFormState } from './farm-fields.tsx';

/** The form's state and validation. */
export function useFarmForm(initialValues: FarmValues): FarmFormState {
  const { t } = useTranslation();
  const form: FarmFormState = useForm<FarmValues>({
    initialValues,
    validate: (values) => {
      const { lat, lng } = validateCoordinates(values);
      const half = t('farmForm.incompleteLocation');
      return {
        name: values.name.trim() === '' ? t('farmForm.nameRequired') : null,
        lat: lat && (lat === 'half' ? half : t('farmForm.latitudeInvalid')),
        lng: lng && (lng === 'half' ? half : t('farmForm.longitudeInvalid')),
        // A sensor whose bin was deleted stays valid until someone edits it.
        ambientBinId:
          lacksAmbientBin(values) && (form.isDirty('ambientBinId') || form.isDirty('ambientSensor'))
            ? t('farmForm.binRequired')
            : null,
      };
    },
  });
  return form;
}
