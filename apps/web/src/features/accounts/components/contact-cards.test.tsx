import type { Contact } from '@granary/contract/accounts/http';
import { expect, it } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { ContactCards } from './contact-cards.tsx';

const dealer: Contact = {
  kind: 'distributor',
  name: 'Prairie Grain',
  email: 'help@dealer.example',
  phone: '+1 204 555-0100',
  officeAddress: '12 Main Street',
  workingHours: '7am to 6pm, Monday to Saturday',
  city: 'Carman',
  state: 'MB',
  country: 'Canada',
};

it("shows a dealer's email, phone, office and working hours", () => {
  const markup = renderMarkup(<ContactCards contacts={[dealer]} />);
  for (const text of [
    'Your dealer',
    'href="mailto:help@dealer.example"',
    'href="tel:+12045550100"',
    '12 Main Street, Carman, MB, Canada',
    '7am to 6pm, Monday to Saturday',
  ]) {
    expect(markup).toContain(text);
  }
});

it('shows the default working hours if the dealer entered none, and no empty address', () => {
  const dealerWithoutDetails = {
    ...dealer,
    workingHours: '',
    officeAddress: '',
    city: '',
    state: '',
    country: '',
  };
  const markup = renderMarkup(<ContactCards contacts={[dealerWithoutDetails]} />);
  expect(markup).toContain('8am to 4pm CDT, Monday to Friday');
  expect(markup).not.toContain('Office address');
});
