import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { firmwareFilesQuery } from '../../../bin-data/firmware-files.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { PageLinks } from '../../../components/page-links.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { binFirmwareQuery } from '../../../features/firmware/api/change-firmware-files.ts';
import { BinFirmwareTable } from '../../../features/firmware/components/bin-firmware-table.tsx';
import { FirmwareTable } from '../../../features/firmware/components/firmware-table.tsx';
import { UploadForm } from '../../../features/firmware/components/upload-form.tsx';
import { useCan } from '../../../lib/use-can.ts';
import classes from './firmware-page.module.css';

const route = getRouteApi('/shell/firmware');

/** Firmware files, and the firmware of each board; admins add and delete files. */
export function FirmwarePage() {
  const { t } = useTranslation();
  const query = useQuery(firmwareFilesQuery);
  const canWrite = useCan('firmware.write');
  return (
    <Page
      title={t('firmware.title')}
      actions={canWrite && <ButtonLink to="/firmware/upload">{t('firmware.add')}</ButtonLink>}
    >
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={3} height={76} />}
        errorFallback={t('firmware.failed')}
      >
        {(loadedFiles) => <FirmwareTable firmwareFiles={loadedFiles} canDelete={canWrite} />}
      </QueryContent>
      <h2 className={classes['heading']}>{t('firmware.boards')}</h2>
      <Boards />
    </Page>
  );
}

function Boards() {
  const { t } = useTranslation();
  const { page = 1 } = route.useSearch();
  const query = useQuery(binFirmwareQuery(page));
  return (
    <QueryContent
      query={query}
      loadingContent={<LoadingBlocks count={8} height={60} />}
      errorFallback={t('firmware.boardsFailed')}
    >
      {({ data, pagination }) =>
        data.length === 0 ? (
          <Notice title={t('firmware.boardsNone')} detail={t('firmware.boardsNoneDetail')} />
        ) : (
          <>
            <BinFirmwareTable bins={data} />
            <PageLinks
              {...pagination}
              renderLink={(to, content) => (
                <ButtonLink to="/firmware" search={to > 1 ? { page: to } : {}} variant="default">
                  {content}
                </ButtonLink>
              )}
            />
          </>
        )
      }
    </QueryContent>
  );
}

export function UploadFirmwarePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Page title={t('firmware.uploadTitle')} hasBackButton>
      {useCan('firmware.write') ? (
        <UploadForm onDone={() => void navigate({ to: '/firmware' })} />
      ) : (
        <Notice title={t('firmware.adminsOnly')} />
      )}
    </Page>
  );
}
