import { fullName } from '@granary/domain/accounts/full-name';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { isUnreachable } from '../../../components/unreachable-notice.tsx';
import { invitationQuery } from '../../../features/accounts/api/sign-in.ts';
import { InvitationForm } from '../../../features/accounts/components/invitation-form.tsx';
import { PublicLayout } from '../../shell/public-layout.tsx';

/** The page that an invitation link opens: `/invitation#token=…`. */
export function InvitationPage() {
  const { t } = useTranslation();
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token'));
  useEffect(() => {
    // The token works only once and need not stay in the history.
    window.history.replaceState(window.history.state, '', '/invitation');
  }, []);
  return (
    <PublicLayout title={t('invitation.title')} text={t('invitation.text')}>
      {token === null ? (
        <Notice state="warning" title={t('setup.noToken')} detail={t('invitation.noTokenDetail')} />
      ) : (
        <Invitation token={token} />
      )}
    </PublicLayout>
  );
}

function Invitation({ token }: { readonly token: string }) {
  const { t } = useTranslation();
  const { history } = useRouter();
  const query = useQuery(invitationQuery(token));
  if (isUnreachable(query.error)) {
    return <Notice state="warning" isAlert title={query.error.message} />;
  }
  return (
    <QueryContent
      query={query}
      loadingContent={<LoadingBlocks count={3} height={60} />}
      errorFallback={t('invitation.failed')}
    >
      {(person) => (
        <>
          <p>{t('invitation.for', { name: fullName(person) })}</p>
          <InvitationForm token={token} email={person.email} onDone={() => history.replace('/')} />
        </>
      )}
    </QueryContent>
  );
}
