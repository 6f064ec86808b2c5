import type { Farm } from '@granary/contract/farms/http';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { useDeleteFarm } from './save-farm.ts';

export interface DeleteFarmProps {
  readonly farm: Farm;
  readonly onClose: () => void;
}

/** Asks before a farm is deleted, and says how many bins go along. */
export function DeleteFarm({ farm, onClose }: DeleteFarmProps) {
  const { t } = useTranslation();
  const remove = useDeleteFarm();
  const { name, binCount: count } = farm;
  return (
    <DeleteDialog
      what={count === 0 ? t('farms.goesAlone', { name }) : t('farms.goesWith', { name, count })}
      done={{ title: t('farms.deleted') }}
      onDelete={() => remove(farm.id)}
      onClose={onClose}
    />
  );
}
