// This import is the first one. What the system starts without a screen runs this file and no component: handlers have to be registered
// before there is one.
import './src/peal';
import { AppRegistry } from 'react-native';
import { name } from './app.json';
import { App } from './src/App';

AppRegistry.registerComponent(name, () => App);
