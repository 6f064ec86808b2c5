import { useTranslation } from 'react-i18next';
import { Page } from '../../../components/page.tsx';
import { Visualizer } from '../../../features/visualizer/components/visualizer.tsx';

/** How a bin looks, with readings that are made up. */
export function BinVisualizerPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('visualizer.title')}>
      <Visualizer />
    </Page>
  );
}
