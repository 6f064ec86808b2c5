import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BoardKey } from '../../../features/bins/settings/components/board-key.tsx';
import { HardwareForm } from '../../../features/bins/settings/components/hardware-form.tsx';
import { useSession } from '../../../lib/use-session.ts';
import { isStaff } from '../../router/guards.ts';
import { BinPartPage } from './bin-part-page.tsx';

const route = getRouteApi('/shell/binsensor/$id/hardware');

/** A bin's board: how it is reached, what it runs, and its key. */
export function BinHardwarePage() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const session = useSession();
  return (
    <BinPartPage id={id} title={t('hardware.title')} isFresh>
      {(bin) => (
        <>
          <HardwareForm bin={bin} />
          {session !== null && isStaff(session) && <BoardKey mainBoardId={bin.mainBoardId} />}
        </>
      )}
    </BinPartPage>
  );
}
