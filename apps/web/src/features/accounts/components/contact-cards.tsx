import type { Contact } from '@granary/contract/accounts/http';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import cards from '../../../components/card-list.module.css';
import { toTelephoneUrl } from '../../../components/contact-links.tsx';
import { formatPlace } from '../filter-customers.ts';
import classes from './contact-cards.module.css';

/** Support contacts with email, phone, address and hours. */
export function ContactCards({ contacts }: { readonly contacts: readonly Contact[] }) {
  const { t } = useTranslation();
  return (
    <ul className={cards['cards']}>
      {contacts.map((contact) => (
        <li key={contact.email} className={classes['card']}>
          <p className={classes['kind']}>{t(`contacts.${contact.kind}`)}</p>
          <h2 className={classes['name']}>{contact.name}</h2>
          <dl className={classes['facts']}>
            <Fact label={t('contacts.email')}>
              <a href={`mailto:${contact.email}`}>{contact.email}</a>
            </Fact>
            {contact.phone !== '' && (
              <Fact label={t('contacts.phone')}>
                <a href={toTelephoneUrl(contact.phone)}>{contact.phone}</a>
              </Fact>
            )}
            {formatAddress(contact) !== '' && (
              <Fact label={t('contacts.address')}>{formatAddress(contact)}</Fact>
            )}
            <Fact label={t('contacts.hours')}>
              {contact.workingHours || t('contacts.hoursText')}
            </Fact>
          </dl>
        </li>
      ))}
    </ul>
  );
}

function formatAddress(contact: Contact): string {
  return [contact.officeAddress, formatPlace(contact)].filter((part) => part !== '').join(', ');
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
