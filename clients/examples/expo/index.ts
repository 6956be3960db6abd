// This import is the first one. What the system starts without a screen runs this file and no component: handlers have to be registered
// before there is one.
import './src/peal';
import 'expo-router/entry';
