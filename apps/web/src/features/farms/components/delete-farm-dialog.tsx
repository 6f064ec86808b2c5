import type { Farm } from '@granary/contract/farms/http';
import { getFarm } from '@granary/contract/farms/http';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/delete-dialog.tsx';
import { call } from '../../../lib/api.ts';
import { useErrorMessage } from '../../../lib/use-error-message.ts';
import { useDeleteFarm } from '../api/change-farms.ts';

export interface DeleteFarmDialogProps {
  readonly farm: Farm;
  readonly onClose: () => void;
}

/** Asks for confirmation before deleting a farm, and shows how many bins it has now. */
export function DeleteFarmDialog({ farm: { id, name }, onClose }: DeleteFarmDialogProps) {
  const { t } = useTranslation();
  const formatError = useErrorMessage();
  const remove = useDeleteFarm();
  const farmQuery = useQuery({
    queryKey: ['farm-to-delete', id],
    queryFn: ({ signal }) => call(getFarm, { query: { farm_id: id } }, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const count = farmQuery.data?.binCount;
  const description =
    count === 0 ? t('farms.deleteText', { name }) : t('farms.deleteWithBins', { name, count });
  const disabledReason = farmQuery.isError ? formatError(farmQuery.error) : t('farms.counting');
  return (
    <DeleteDialog
      itemName={count === undefined ? name : description}
      {...(count === undefined && { disabledReason })}
      restoreTarget={{ kind: 'farm', id }}
      doneTexts={{ title: t('farms.deleted') }}
      onDelete={() => remove(id)}
      onClose={onClose}
    />
  );
}
