import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type AnchorItemProps = MenuItemProps & Omit<ComponentProps<'a'>, keyof MenuItemProps>;

/** An item of a menu that links to another page. */
export const MenuLink = createLink((props: AnchorItemProps) => (
  <Menu.Item component="a" {...props} />
));
