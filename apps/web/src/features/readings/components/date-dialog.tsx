import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialog.tsx';
import { DateFilter, type DateFilterProps } from './date-filter.tsx';

/** A dialog for choosing a record by its date and time. */
export function DateDialog({ isOpen, ...props }: DateFilterProps & { readonly isOpen: boolean }) {
  const { t } = useTranslation();
  return (
    <Dialog opened={isOpen} onClose={props.onClose} title={t('records.choose')}>
      <DateFilter {...props} />
    </Dialog>
  );
}
