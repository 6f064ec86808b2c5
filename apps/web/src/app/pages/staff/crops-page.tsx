import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { cropsQuery } from '../../../bin-data/crops.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { AddCropForm } from '../../../features/crops/components/add-crop-form.tsx';
import { CropTable } from '../../../features/crops/components/crop-table.tsx';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';

/** The crops that bins can hold; admins add and delete them. */
export function CropsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useQuery(cropsQuery);
  const canWrite = useCan('crop-tables.write');
  return (
    <Page
      title={t('crops.title')}
      {...(query.data !== undefined && { count: format.number(query.data.length) })}
      actions={canWrite && <ButtonLink to="/addCrop">{t('crops.add')}</ButtonLink>}
    >
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={8} height={60} />}
        errorTitle={t('crops.failed')}
      >
        {(crops) => <CropTable crops={crops} canDelete={canWrite} />}
      </QueryContent>
    </Page>
  );
}

export function AddCropPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const query = useQuery(cropsQuery);
  return (
    <Page title={t('crops.add')} hasBackButton>
      {useCan('crop-tables.write') ? (
        <AddCropForm
          crops={query.data ?? []}
          onDone={() => void navigate({ to: '/cropsettings' })}
        />
      ) : (
        <Notice title={t('crops.adminsOnly')} />
      )}
    </Page>
  );
}
