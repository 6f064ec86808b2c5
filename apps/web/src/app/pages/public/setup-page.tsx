import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { SetUpForm } from '../../../features/accounts/components/set-up-form.tsx';
import { PublicFrame } from '../../shell/public-frame.tsx';

/** The page of the link that the first start prints: `/setup#token=…`. */
export function SetupPage() {
  const { t } = useTranslation();
  const { history } = useRouter();
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token'));
  useEffect(() => {
    // A token that is good once need not stay in the history.
    window.history.replaceState(window.history.state, '', '/setup');
  }, []);
  return (
    <PublicFrame title={t('setup.title')} text={t('setup.text')}>
      {token === null ? (
        <Notice state="warning" title={t('setup.noToken')} detail={t('setup.noTokenDetail')} />
      ) : (
        <SetUpForm setupToken={token} onDone={() => history.replace('/')} />
      )}
    </PublicFrame>
  );
}
