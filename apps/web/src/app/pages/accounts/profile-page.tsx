import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../../components/loaded.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Page } from '../../../components/page.tsx';
import { me } from '../../../features/accounts/api/get-profile.ts';
import { ProfileForm } from '../../../features/accounts/components/profile-form.tsx';

export function ProfilePage() {
  const { t } = useTranslation();
  const query = useQuery(me);
  return (
    <Page title={t('profile.title')}>
      <Loaded
        query={query}
        loading={<LoadingBlocks count={6} height={68} />}
        errorFallback={t('profile.failed')}
      >
        {(profile) => <ProfileForm opened={profile} />}
      </Loaded>
    </Page>
  );
}
