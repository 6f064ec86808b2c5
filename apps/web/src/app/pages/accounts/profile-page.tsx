import { hasCapability } from '@granary/domain/access/roles';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { profileQuery } from '../../../features/accounts/api/get-profile.ts';
import { ChangePasswordForm } from '../../../features/accounts/components/change-password-form.tsx';
import { ProfileForm } from '../../../features/accounts/components/profile-form.tsx';
import { SessionList } from '../../../features/accounts/components/session-list.tsx';
import { TwoFactorCard } from '../../../features/accounts/components/two-factor-card.tsx';
import { ChannelList } from '../../../features/notifications/components/channel-list.tsx';
import { PushCard } from '../../../features/notifications/components/push-card.tsx';
import { SmsCard } from '../../../features/notifications/components/sms-card.tsx';

export function ProfilePage() {
  const { t } = useTranslation();
  const query = useQuery(profileQuery);
  return (
    <Page title={t('profile.title')}>
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={6} height={68} />}
        errorFallback={t('profile.failed')}
      >
        {(profile) => (
          <>
            <ProfileForm initialProfile={profile} />
            {hasCapability(profile.role, 'notifications.write') && (
              <>
                <PushCard isOnInProfile={profile.notifies && profile.notifiesByPush} />
                <SmsCard isOnInProfile={profile.notifies && profile.notifiesBySms} />
                <ChannelList />
              </>
            )}
            <ChangePasswordForm email={profile.email} />
            <TwoFactorCard />
            <SessionList />
          </>
        )}
      </QueryContent>
    </Page>
  );
}
