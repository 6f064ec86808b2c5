import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, forwardRef } from 'react';

type AnchorItemProps = MenuItemProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof MenuItemProps>;

const AnchorItem = forwardRef<HTMLAnchorElement, AnchorItemProps>((props, ref) => (
  <Menu.Item ref={ref} component="a" {...props} />
));
AnchorItem.displayName = 'AnchorItem';

/** An item of a menu that links to another page. */
export const MenuLink = createLink(AnchorItem);
